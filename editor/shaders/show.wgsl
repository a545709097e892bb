// show.wgsl: the picture as it is, stretched over the target.
@group(0) @binding(0) var picture: texture_2d<f32>;
@group(0) @binding(1) var picture_sampler: sampler;

@fragment
fn fragment_show(in: ScreenFragment) -> @location(0) vec4f {
    return vec4f(textureSampleLevel(picture, picture_sampler, in.uv, 0.0).rgb, 1.0);
}
