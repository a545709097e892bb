//! Steps an exported scene and prints its motion hash: `headless FOLDER FRAMES`.
//!
//! The folder holds `scene.ron` and the branch tables that it names, `trees/<hash>.ron`.
#![expect(clippy::disallowed_methods, reason = "a game reads its files")]

use std::{error::Error, fs, io::Write as _, path::Path, sync::Arc};

use windwright_runtime::{
    preset::text,
    scene::{Assets, Scene},
    world::World,
};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().ok_or("usage: headless FOLDER FRAMES")?;
    let frames: u32 = arguments
        .next()
        .ok_or("usage: headless FOLDER FRAMES")?
        .parse()?;
    let folder = Path::new(&folder);

    let description = text::read_scene(&fs::read_to_string(folder.join("scene.ron"))?)?;
    let mut assets = Assets::default();
    for group in &description.trees {
        let file = folder.join("trees").join(format!("{}.ron", group.table));
        let table = text::read_table(&fs::read_to_string(file)?)?;
        assets.tables.insert(group.table.clone(), table);
    }

    let mut world = World::new(Arc::new(Scene::build(&description, &assets)?));
    world.warm_up();
    for _ in 0..frames {
        world.step();
    }
    writeln!(std::io::stdout(), "{:016x}", world.motion_hash())?;
    Ok(())
}
