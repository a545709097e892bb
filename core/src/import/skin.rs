//! Meshes that are bent by a skeleton: their shape in the file's rest pose.

use glam::{Mat4, Vec4};
use gltf_json::{
    Index, Skin,
    mesh::{Primitive, Semantic},
    validation::Checked,
};

use super::{ImportError, accessor::Source, limits::Budget, node_tree::NodeTree};

/// Transform of each vertex of `primitive` into the scene; `None` if it has no joints.
pub(super) fn transforms(
    source: &Source<'_>,
    tree: &NodeTree,
    skin: Index<Skin>,
    primitive: &Primitive,
    budget: &mut Budget,
) -> Result<Option<Vec<Mat4>>, ImportError> {
    let attribute = |semantic| primitive.attributes.get(&Checked::Valid(semantic)).copied();
    let (Some(joints), Some(weights), Some(skin)) = (
        attribute(Semantic::Joints(0)),
        attribute(Semantic::Weights(0)),
        source.root.skins.get(skin.value()),
    ) else {
        return Ok(None);
    };
    let inverses = match skin.inverse_bind_matrices {
        Some(accessor) => source.floats::<16>(accessor, budget)?,
        None => Vec::new(),
    };
    let bones: Vec<Mat4> = skin
        .joints
        .iter()
        .enumerate()
        .map(|(number, joint)| {
            let world = tree.worlds.get(joint.value()).copied().unwrap_or_default();
            let inverse = inverses
                .get(number)
                .map_or(Mat4::IDENTITY, Mat4::from_cols_array);
            world * inverse
        })
        .collect();
    let joints = source.integers::<4>(joints, budget)?;
    let weights = source.floats::<4>(weights, budget)?;
    budget.take(joints.len() as u64, size_of::<Mat4>(), "skins")?;
    Ok(Some(
        joints
            .iter()
            .zip(&weights)
            .map(|(joints, weights)| blend(&bones, *joints, *weights))
            .collect(),
    ))
}

fn blend(bones: &[Mat4], joints: [u32; 4], weights: [f32; 4]) -> Mat4 {
    let total: f32 = weights.iter().sum();
    if !total.is_finite() || total <= 1e-6 {
        return Mat4::IDENTITY;
    }
    let mut columns = [Vec4::ZERO; 4];
    for (joint, weight) in joints.into_iter().zip(weights) {
        let Some(bone) = bones.get(joint as usize) else {
            continue;
        };
        for (column, bone) in columns.iter_mut().zip(bone.to_cols_array_2d()) {
            *column += Vec4::from_array(bone) * (weight / total);
        }
    }
    Mat4::from_cols(columns[0], columns[1], columns[2], columns[3])
}
