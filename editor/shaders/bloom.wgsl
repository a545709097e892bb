// bloom.wgsl: one step down the chain of ever wider glows; the first keeps only what is above white.
struct BloomStep {
    options: vec4f,  // x: exposure of the first step, 0 in the others
}

@group(0) @binding(0) var<uniform> bloom_step: BloomStep;
@group(0) @binding(1) var wider: texture_2d<f32>;
@group(0) @binding(2) var wider_sampler: sampler;

fn above_white(colour: vec3f) -> vec3f {
    if bloom_step.options.x > 0.0 {
        return min(max(colour * bloom_step.options.x - 1.0, vec3f(0.0)), vec3f(30.0));
    }
    return colour;
}

@fragment
fn fragment_bloom(in: ScreenFragment) -> @location(0) vec4f {
    let texel = 1.0 / vec2f(textureDimensions(wider));
    var sum = vec3f(0.0);
    for (var y = -1; y <= 1; y++) {
        for (var x = -1; x <= 1; x++) {
            let weight = f32((2 - abs(x)) * (2 - abs(y))) / 16.0;
            let uv = in.uv + vec2f(f32(x), f32(y)) * texel * 1.5;
            sum += weight * above_white(textureSampleLevel(wider, wider_sampler, uv, 0.0).rgb);
        }
    }
    return vec4f(sum, 1.0);
}
