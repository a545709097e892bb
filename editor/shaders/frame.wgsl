// frame.wgsl: what every pass of a frame reads; positions are relative to the eye, y up, metres.
struct Frame {
    view_projection: mat4x4f,
    ray_right: vec4f,          // xyz: right half of the picture at distance 1
    ray_up: vec4f,             // xyz: upper half of the picture at distance 1
    ray_forward: vec4f,        // xyz: view axis
    sun_direction: vec4f,      // xyz: towards the sun, w: exposure
    sun_irradiance: vec4f,     // rgb: on a surface that faces the sun, w: radius of its disc, radians
    ambient: array<vec4f, 9>,  // irradiance of sky and ground as spherical harmonics, ready for the cosine
    shadow_matrices: array<mat4x4f, MAX_CASCADES>,
    cascade_texels_m: vec4f,   // xyz: side of a texel, w: number of cascades
    shadow: vec4f,             // x: softness, metres, y: depth range, metres, z: texels along a side, w: reach, metres
    eye_wrapped_m: vec4f,      // xyz: eye, x and z wrapped to NOISE_PERIOD_M, w: sway phase, radians
    wind_map: vec4f,           // xy: corner, z: 1 / side, w: 1 if there is a map
    wind_mean: vec4f,          // xy: velocity, m/s
    cloud: vec4f,              // xy: drift, z: cover, w: haze, 1/m
    mask: vec4f,               // xy: corner of the ground mask, z: 1 / side
    ground_anchor_m: vec4f,    // xyz: origin of the ground mesh
    grass_anchor_m: vec4f,     // xyz: origin of the tufts
    resolution: vec4f,         // xy: pixels, zw: offset into the blue noise
    air: array<vec4f, 4>,      // rgb: colour of hazy distance, by powers 0, 1, 2, 8 of the cosine to the sun's azimuth
}

@group(0) @binding(0) var<uniform> frame: Frame;
@group(0) @binding(1) var noise_texture: texture_2d<f32>;
@group(0) @binding(2) var repeat_sampler: sampler;
@group(0) @binding(3) var clamp_sampler: sampler;
@group(0) @binding(4) var blue_noise: texture_2d<f32>;
@group(0) @binding(5) var sky_table: texture_2d<f32>;
@group(0) @binding(6) var shadow_map: texture_depth_2d_array;
@group(0) @binding(7) var shadow_sampler: sampler_comparison;
@group(0) @binding(8) var ground_mask: texture_2d<f32>;
@group(0) @binding(9) var wind_map: texture_2d<f32>;

const PI: f32 = 3.14159265;

/// Leaves out what only a close look shows, for software adapters.
override LEAN: bool = false;

/// Blue noise of a pixel, 0..1.
fn pixel_noise(pixel: vec2f) -> f32 {
    let cell = vec2u(pixel + frame.resolution.zw) % vec2u(BLUE_NOISE_SIDE);
    return textureLoad(blue_noise, cell, 0).r;
}

/// Four smooth noises, 0..1, of a point on the ground; one tile spans `tile_m`.
fn ground_noise(position: vec3f, tile_m: f32) -> vec4f {
    return textureSampleLevel(noise_texture, repeat_sampler, (position.xz + frame.eye_wrapped_m.xz) / tile_m, 0.0);
}

/// The same, filtered by the picture's own scale; only in uniform flow of a fragment.
fn ground_noise_filtered(position: vec3f, tile_m: f32) -> vec4f {
    return textureSample(noise_texture, repeat_sampler, (position.xz + frame.eye_wrapped_m.xz) / tile_m);
}

fn hash_to_unit(seed: u32) -> f32 {
    var h = seed * 747796405u + 2891336453u;
    h = ((h >> ((h >> 28u) + 4u)) ^ h) * 277803737u;
    h = (h >> 22u) ^ h;
    return f32(h >> 8u) / 16777216.0;
}
