//! A plant's name among the assets.

use windwright_runtime::tree::table::BranchTable;

use super::PlantMesh;

/// 32 hex digits of BLAKE3 over the table and the meshes; materials do not count.
pub fn hash(table: &BranchTable, lods: &[PlantMesh]) -> String {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&(table.len() as u64).to_le_bytes());
    for row in (0..table.len()).filter_map(|row| table.get(row)) {
        let parent = row.parent.map_or(u32::MAX, u32::from);
        hasher.update(&parent.to_le_bytes());
        hasher.update(&[row.level as u8]);
        let numbers = row.position_m.iter().chain(&row.direction).chain([
            &row.length_m,
            &row.volume_m3,
            &row.area_m2,
        ]);
        for number in numbers {
            hasher.update(&number.to_le_bytes());
        }
    }
    for mesh in lods {
        hasher.update(&(mesh.vertices.len() as u64).to_le_bytes());
        hasher.update(bytemuck::cast_slice(&mesh.vertices));
        hasher.update(&(mesh.indices.len() as u64).to_le_bytes());
        hasher.update(bytemuck::cast_slice(&mesh.indices));
        for part in &mesh.parts {
            hasher.update(&(part.material as u64).to_le_bytes());
            hasher.update(&part.indices.start.to_le_bytes());
            hasher.update(&part.indices.end.to_le_bytes());
        }
    }
    hasher.finalize().to_hex().as_str()[..32].to_owned()
}
