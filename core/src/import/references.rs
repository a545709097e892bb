//! Every index of the document against the length of the list that it points into.

use gltf_json::{Index, Root, mesh::Primitive};

use super::ImportError;

/// Fails at the first reference to something that is not there.
pub(super) fn check(root: &Root) -> Result<(), ImportError> {
    scenes_and_nodes(root)?;
    meshes(root)?;
    data(root)?;
    materials(root)
}

fn scenes_and_nodes(root: &Root) -> Result<(), ImportError> {
    let nodes = root.nodes.len();
    if let Some(scene) = root.scene {
        within(|| String::from("scene"), scene, root.scenes.len(), "scenes")?;
    }
    for (number, scene) in root.scenes.iter().enumerate() {
        for node in &scene.nodes {
            within(|| format!("scenes[{number}].nodes"), *node, nodes, "nodes")?;
        }
    }
    for (number, node) in root.nodes.iter().enumerate() {
        for child in node.children.iter().flatten() {
            within(
                || format!("nodes[{number}].children"),
                *child,
                nodes,
                "nodes",
            )?;
        }
        if let Some(mesh) = node.mesh {
            let place = || format!("nodes[{number}].mesh");
            within(place, mesh, root.meshes.len(), "meshes")?;
        }
        if let Some(skin) = node.skin {
            let place = || format!("nodes[{number}].skin");
            within(place, skin, root.skins.len(), "skins")?;
        }
    }
    for (number, skin) in root.skins.iter().enumerate() {
        for joint in &skin.joints {
            within(|| format!("skins[{number}].joints"), *joint, nodes, "nodes")?;
        }
        if let Some(matrices) = skin.inverse_bind_matrices {
            let place = || format!("skins[{number}].inverseBindMatrices");
            within(place, matrices, root.accessors.len(), "accessors")?;
        }
    }
    Ok(())
}

fn meshes(root: &Root) -> Result<(), ImportError> {
    for (number, mesh) in root.meshes.iter().enumerate() {
        for (part, primitive) in mesh.primitives.iter().enumerate() {
            let place = || format!("meshes[{number}].primitives[{part}]");
            check_primitive(root, primitive, place)?;
        }
    }
    Ok(())
}

fn check_primitive(
    root: &Root,
    primitive: &Primitive,
    place: impl Fn() -> String,
) -> Result<(), ImportError> {
    let accessors = root.accessors.len();
    for (semantic, accessor) in &primitive.attributes {
        let place = || format!("{}.attributes.{}", place(), semantic.to_string());
        within(place, *accessor, accessors, "accessors")?;
    }
    if let Some(indices) = primitive.indices {
        let place = || format!("{}.indices", place());
        within(place, indices, accessors, "accessors")?;
    }
    if let Some(material) = primitive.material {
        let place = || format!("{}.material", place());
        within(place, material, root.materials.len(), "materials")?;
    }
    Ok(())
}

fn data(root: &Root) -> Result<(), ImportError> {
    let views = root.buffer_views.len();
    for (number, accessor) in root.accessors.iter().enumerate() {
        let sparse = accessor.sparse.as_ref();
        let used = accessor
            .buffer_view
            .into_iter()
            .chain(sparse.map(|sparse| sparse.indices.buffer_view))
            .chain(sparse.map(|sparse| sparse.values.buffer_view));
        for view in used {
            let place = || format!("accessors[{number}].bufferView");
            within(place, view, views, "bufferViews")?;
        }
    }
    for (number, view) in root.buffer_views.iter().enumerate() {
        let place = || format!("bufferViews[{number}].buffer");
        within(place, view.buffer, root.buffers.len(), "buffers")?;
    }
    for (number, image) in root.images.iter().enumerate() {
        if let Some(view) = image.buffer_view {
            let place = || format!("images[{number}].bufferView");
            within(place, view, views, "bufferViews")?;
        }
    }
    Ok(())
}

fn materials(root: &Root) -> Result<(), ImportError> {
    for (number, material) in root.materials.iter().enumerate() {
        if let Some(texture) = &material.pbr_metallic_roughness.base_color_texture {
            let place = || format!("materials[{number}].pbrMetallicRoughness.baseColorTexture");
            within(place, texture.index, root.textures.len(), "textures")?;
        }
    }
    for (number, texture) in root.textures.iter().enumerate() {
        if texture.source.value() != u32::MAX as usize {
            let place = || format!("textures[{number}].source");
            within(place, texture.source, root.images.len(), "images")?;
        }
    }
    Ok(())
}

fn within<T>(
    place: impl Fn() -> String,
    index: Index<T>,
    length: usize,
    list: &str,
) -> Result<(), ImportError> {
    if index.value() < length {
        return Ok(());
    }
    let index = index.value();
    Err(ImportError::new(
        place(),
        format!("it names {list}[{index}], but the file has {length} {list}"),
        super::EXPORT_AGAIN,
    ))
}
