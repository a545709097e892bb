//! `pictures`: the stills of the documentation, each a variation of the default graph.

use std::{fs, sync::Arc};

use windwright_core::content::DEFAULT_GRAPH;
use windwright_runtime::{preset::scene::SceneDescription, signal::Scalar};

use super::{
    arguments::{PicturesArguments, Size},
    console::{Console, say},
    find::cannot_read,
    open,
    outcome::{Failure, Outcome},
    render::{Artist, write_png},
};
use crate::{disk::DiskFiles, snapshot::SceneBundle};

const SIZE: Size = Size {
    width: 1600,
    height: 1000,
};
const SAMPLES: u32 = 64;

/// A still and what sets it apart from the default scene.
struct Still {
    name: &'static str,
    /// After the warm-up, seconds.
    time_s: f64,
    change: fn(&mut SceneDescription),
}

const STILLS: [Still; 9] = [
    still("still", 0.0, |_| {}),
    still("noon", 0.0, |scene| scene.sky.sun_elevation_deg = 60.0),
    still("dusk", 0.0, |scene| scene.sky.sun_elevation_deg = 3.0),
    still("overcast", 0.0, |scene| scene.sky.cloud_cover = 1.0),
    still("calm", 0.0, |scene| set_wind(scene, 0.2)),
    still("breeze", 0.0, |scene| set_wind(scene, 4.3)),
    still("gale", 0.0, |scene| set_wind(scene, 19.0)),
    still("gale_2_s_later", 2.0, |scene| set_wind(scene, 19.0)),
    still("crown", 0.0, |scene| enlarge(scene, 4.0)),
];

const fn still(name: &'static str, time_s: f64, change: fn(&mut SceneDescription)) -> Still {
    Still {
        name,
        time_s,
        change,
    }
}

/// Runs `pictures`. Prints the path of each picture.
///
/// # Errors
/// [`Failure::Usage`] for an unknown name, [`Failure::CouldNot`] when nothing can be drawn or written.
pub fn run(arguments: &PicturesArguments, console: &mut Console<'_>) -> Result<Outcome, Failure> {
    let wanted = |still: &&Still| {
        arguments
            .name
            .as_deref()
            .is_none_or(|name| name == still.name)
    };
    let stills: Vec<&Still> = STILLS.iter().filter(wanted).collect();
    if stills.is_empty() {
        let names: Vec<&str> = STILLS.iter().map(|still| still.name).collect();
        return Err(Failure::Usage(format!(
            "the pictures are {}",
            names.join(", ")
        )));
    }
    let files = DiskFiles::new(".").with_data(console.data.clone());
    let opened = open::open_text(DEFAULT_GRAPH, &files);
    let bundle = open::bundle(&opened.compilation)
        .ok_or_else(|| Failure::could_not("the default graph gives no scene", "Build again."))?;
    fs::create_dir_all(&arguments.out).map_err(|error| cannot_read(&arguments.out, &error))?;
    let mut artist = Artist::new()?;
    for Still {
        name,
        time_s,
        change,
    } in stills
    {
        say(name);
        let mut bundle: SceneBundle = bundle.clone();
        change(&mut bundle.description);
        let picture = artist.draw(&Arc::new(bundle), SIZE, *time_s, SAMPLES, console)?;
        let path = arguments.out.join(format!("{name}.png"));
        write_png(&path, &picture)?;
        writeln!(console.out, "{}", path.display())?;
    }
    Ok(Outcome::Done)
}

fn set_wind(scene: &mut SceneDescription, speed_m_per_s: f32) {
    if let Some(wind) = &mut scene.wind {
        wind.preset.speed_m_per_s = Scalar::Constant(speed_m_per_s);
    }
}

/// Narrows the view around the crown of the tree in the middle.
fn enlarge(scene: &mut SceneDescription, factor: f32) {
    let half_rad = (scene.camera.field_of_view_deg / 2.0).to_radians();
    let narrow_rad = (half_rad.tan() / factor).atan();
    scene.camera.field_of_view_deg = (2.0 * narrow_rad).to_degrees();
    scene.camera.target_m = [0.0, 9.0, 0.0];
}
