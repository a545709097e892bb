// plant_shadow.wgsl: depth of trees as the sun sees them.
struct ShadowView {
    matrix: mat4x4f,
}

struct PlantMaterial {
    albedo: vec4f,
    transmission: vec4f,
}

@group(0) @binding(0) var<uniform> shadow_view: ShadowView;
@group(2) @binding(0) var<uniform> material: PlantMaterial;
@group(2) @binding(1) var material_texture: texture_2d<f32>;
@group(2) @binding(2) var material_sampler: sampler;

struct PlantShadowVertex {
    @location(0) position: vec3f,
    @location(1) branch: u32,
    @location(4) uv: vec2f,
}

struct PlantShadowFragment {
    @builtin(position) pixel: vec4f,
    @location(0) uv: vec2f,
}

@vertex
fn vertex_plant_shadow(vertex: PlantShadowVertex, @builtin(instance_index) instance: u32) -> PlantShadowFragment {
    let moved = move_vertex(vertex.position, vec3f(0.0, 1.0, 0.0), vertex.branch, instance);
    var out: PlantShadowFragment;
    out.pixel = shadow_view.matrix * vec4f(moved.position, 1.0);
    out.uv = vertex.uv;
    return out;
}

@fragment
fn fragment_leaf_shadow(in: PlantShadowFragment) {
    if textureSample(material_texture, material_sampler, in.uv).a < material.albedo.a {
        discard;
    }
}
