//! Which glTF extensions a file may require.

use super::ImportError;

/// Extensions that change only how a surface looks; without them the tree is still right.
const APPEARANCE: [&str; 4] = ["KHR_materials_", "KHR_lights_", "KHR_xmp", "EXT_lights_"];
/// Extensions that are read.
const READ: [&str; 3] = [
    "KHR_mesh_quantization",
    "KHR_texture_transform",
    "EXT_texture_webp",
];
/// Compressed textures: left out, with a note where a texture is missing.
const TEXTURES: [&str; 3] = ["KHR_texture_basisu", "MSFT_texture_dds", "EXT_texture_avif"];

/// Refuses what changes the geometry in a way that is not read here.
pub(super) fn check_required(names: &[String]) -> Result<(), ImportError> {
    for (index, name) in names.iter().enumerate() {
        let known = READ.contains(&name.as_str())
            || TEXTURES.contains(&name.as_str())
            || APPEARANCE.iter().any(|start| name.starts_with(start));
        if !known {
            return Err(refuse(&format!("extensionsRequired[{index}]"), name));
        }
    }
    Ok(())
}

/// The sentence for an extension that is not read.
pub(super) fn refuse(place: &str, name: &str) -> ImportError {
    let (message, remedy) = match name {
        "KHR_draco_mesh_compression" => (
            format!("the triangles are compressed with Draco ({name}), which is not read"),
            String::from(
                "Export again without Draco compression, or run `gltf-transform copy IN OUT`, which unpacks it.",
            ),
        ),
        "EXT_meshopt_compression" | "KHR_meshopt_compression" => (
            format!("the buffers are compressed with meshopt ({name}), which is not read"),
            String::from(
                "Export again without compression, run gltfpack without -c, or run `gltf-transform copy IN OUT`.",
            ),
        ),
        _ => (
            format!("the file requires the extension {name}, which is not read"),
            format!("Export again without {name}."),
        ),
    };
    ImportError::new(place, message, remedy)
}
