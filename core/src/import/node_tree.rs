//! Parents and world transforms of the nodes; loops are refused here.

use glam::{Mat4, Quat, Vec3};
use gltf_json::{Root, scene::Node};

use super::ImportError;

/// Nodes as a forest.
pub(super) struct NodeTree {
    /// Parent of each node.
    pub(super) parents: Vec<Option<usize>>,
    /// Transform of each node from its own space into the scene.
    pub(super) worlds: Vec<Mat4>,
}

impl NodeTree {
    /// Fails where a node has two parents or is its own ancestor.
    pub(super) fn of(root: &Root) -> Result<Self, ImportError> {
        let parents = parents(root)?;
        let order = parents_first(root, &parents)?;
        let mut worlds = vec![Mat4::IDENTITY; parents.len()];
        for number in order {
            let local = root.nodes.get(number).map_or(Mat4::IDENTITY, local);
            let parent = parents[number].map_or(Mat4::IDENTITY, |parent| worlds[parent]);
            worlds[number] = parent * local;
        }
        Ok(Self { parents, worlds })
    }
}

fn parents(root: &Root) -> Result<Vec<Option<usize>>, ImportError> {
    let mut parents: Vec<Option<usize>> = vec![None; root.nodes.len()];
    for (number, node) in root.nodes.iter().enumerate() {
        for child in node.children.iter().flatten() {
            let Some(parent) = parents.get_mut(child.value()) else {
                continue;
            };
            if let Some(other) = parent.replace(number) {
                return Err(ImportError::new(
                    format!("nodes[{number}].children"),
                    format!(
                        "nodes[{}] is already a child of nodes[{other}]",
                        child.value()
                    ),
                    super::EXPORT_AGAIN,
                ));
            }
        }
    }
    Ok(parents)
}

/// All nodes, parents before children.
fn parents_first(root: &Root, parents: &[Option<usize>]) -> Result<Vec<usize>, ImportError> {
    let mut order: Vec<usize> = (0..parents.len())
        .filter(|number| parents[*number].is_none())
        .collect();
    let mut next = 0;
    while let Some(&number) = order.get(next) {
        let children = root
            .nodes
            .get(number)
            .and_then(|node| node.children.as_ref());
        order.extend(children.into_iter().flatten().map(gltf_json::Index::value));
        next += 1;
    }
    if order.len() == parents.len() {
        return Ok(order);
    }
    let mut reached = vec![false; parents.len()];
    for number in order {
        reached[number] = true;
    }
    let looped = reached.iter().position(|reached| !reached).unwrap_or(0);
    Err(ImportError::new(
        format!("nodes[{looped}]"),
        "it hangs in a loop: a node is its own ancestor",
        super::EXPORT_AGAIN,
    ))
}

/// A matrix stands before translation, rotation and scale, if a node has both.
fn local(node: &Node) -> Mat4 {
    if let Some(matrix) = &node.matrix {
        return Mat4::from_cols_array(matrix);
    }
    let rotation = node.rotation.map_or(Quat::IDENTITY, |rotation| {
        let quaternion = Quat::from_array(rotation.0);
        if quaternion.length_squared() > 1e-12 && quaternion.is_finite() {
            quaternion * (1.0 / quaternion.length())
        } else {
            Quat::IDENTITY
        }
    });
    Mat4::from_scale_rotation_translation(
        Vec3::from_array(node.scale.unwrap_or([1.0; 3])),
        rotation,
        Vec3::from_array(node.translation.unwrap_or([0.0; 3])),
    )
}
