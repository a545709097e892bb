// plant_lean.wgsl: wood and leaves of trees, lit at their vertices: for adapters whose pixels are dear.
struct PlantMaterial {
    albedo: vec4f,
    transmission: vec4f,
}

@group(2) @binding(0) var<uniform> material: PlantMaterial;
@group(2) @binding(1) var material_texture: texture_2d<f32>;
@group(2) @binding(2) var material_sampler: sampler;

struct PlantVertex {
    @location(0) position: vec3f,
    @location(1) branch: u32,
    @location(2) normal: vec3f,
    @location(3) occlusion: f32,
    @location(4) uv: vec2f,
    @location(5) tint: vec2f,
}

struct LeanFragment {
    @builtin(position) pixel: vec4f,
    @location(0) uv: vec2f,
    @location(1) lit: vec3f,  // colour of a white texel, after what the air takes
    @location(2) air: vec3f,  // what the air adds
}

/// Whether the sun reaches `position`, 0 or 1: one texel of the widest cascade; 1 where there is none, as at night.
fn sun_at_vertex(position: vec3f, normal: vec3f) -> f32 {
    let cascade = i32(frame.cascade_texels_m.w) - 1;
    if cascade < 0 {
        return 1.0;
    }
    let texel_m = frame.cascade_texels_m[cascade];
    let clip = frame.shadow_matrices[cascade] * vec4f(position + normal * (0.02 + texel_m * 1.2), 1.0);
    let texel = vec2i(floor((clip.xy * vec2f(0.5, -0.5) + 0.5) * frame.shadow.z));
    if any(texel < vec2i(0)) || any(texel >= vec2i(i32(frame.shadow.z))) {
        return 1.0;
    }
    let bias = (0.02 + texel_m) / frame.shadow.y;
    return step(clip.z - bias, textureLoad(shadow_map, texel, cascade, 0));
}

@vertex
fn vertex_leaf_lean(vertex: PlantVertex, @builtin(instance_index) instance: u32) -> LeanFragment {
    let moved = move_vertex(vertex.position, vertex.normal, vertex.branch, instance);
    let normal = normalize(moved.normal);
    let light = frame.sun_direction.xyz;
    let albedo = turn_hue(material.albedo.rgb, vertex.tint.y) * vertex.tint.x;
    let transmission = turn_hue(material.transmission.rgb, vertex.tint.y) * vertex.tint.x;
    let sun = frame.sun_irradiance.rgb * sun_at_vertex(moved.position, normal);
    let facing = dot(normal, light);
    let open_sky = mix(0.16, 1.0, vertex.occlusion);
    let diffuse = max((facing + 0.25) / 1.25, 0.0) / 1.25;
    var colour = albedo / PI * (sun * diffuse + ambient_light(normal) * open_sky);

    let against = max(dot(normalize(moved.position), light), 0.0);
    let towards = against * against * against * against;
    let back = max(0.4 - 0.6 * facing, 0.0);
    colour += transmission / LEAF_TEXTURE_MEAN / PI * (sun * (mix(towards, back, 0.6) * mix(0.5, 1.0, vertex.occlusion))
        + ambient_light(-normal) * (open_sky * SKY_THROUGH_LEAVES));
    return lean_fragment(moved.position, vertex.uv, colour);
}

@vertex
fn vertex_wood_lean(vertex: PlantVertex, @builtin(instance_index) instance: u32) -> LeanFragment {
    let moved = move_vertex(vertex.position, vertex.normal, vertex.branch, instance);
    let normal = normalize(moved.normal);
    let albedo = turn_hue(material.albedo.rgb, vertex.tint.y) * vertex.tint.x;
    let colour = matt(albedo, normal, sun_at_vertex(moved.position, normal), vertex.occlusion);
    return lean_fragment(moved.position, vertex.uv, colour);
}

fn lean_fragment(position: vec3f, uv: vec2f, colour: vec3f) -> LeanFragment {
    let air = air_between(position);
    var out: LeanFragment;
    out.pixel = frame.view_projection * vec4f(position, 1.0);
    out.uv = uv;
    out.lit = colour * air.a;
    out.air = air.rgb;
    return out;
}

@fragment
fn fragment_leaf_lean(in: LeanFragment) -> @location(0) vec4f {
    let texel = textureSample(material_texture, material_sampler, in.uv);
    if texel.a < material.albedo.a {
        discard;
    }
    return vec4f(texel.rgb * in.lit + in.air, 1.0);
}

@fragment
fn fragment_wood_lean(in: LeanFragment) -> @location(0) vec4f {
    let texel = textureSample(material_texture, material_sampler, in.uv);
    return vec4f(texel.rgb * in.lit + in.air, 1.0);
}
