// accumulate.wgsl: running mean of jittered pictures.
struct Accumulation {
    weight: vec4f,  // x: weight of the new picture
}

@group(0) @binding(0) var<uniform> accumulation: Accumulation;
@group(0) @binding(1) var new_picture: texture_2d<f32>;
@group(0) @binding(2) var mean_before: texture_2d<f32>;

struct Means {
    @location(0) exact: vec4f,
    @location(1) compact: vec4f,
}

@fragment
fn fragment_accumulate(in: ScreenFragment) -> Means {
    let pixel = vec2u(in.pixel.xy);
    let new_value = min(textureLoad(new_picture, pixel, 0), vec4f(400.0));
    var mean_value = new_value;
    if accumulation.weight.x < 1.0 {
        mean_value = mix(textureLoad(mean_before, pixel, 0), new_value, accumulation.weight.x);
    }
    var out: Means;
    out.exact = mean_value;
    out.compact = mean_value;
    return out;
}
