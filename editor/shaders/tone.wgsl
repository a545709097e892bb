// tone.wgsl: exposure, glow, tone curve, vignette and dither; its values are encoded already.
struct Tone {
    options: vec4f,  // x: exposure, y: strength of the glow, z: vignette, w: 1 / width of the picture
    offset: vec4f,   // xy: offset into the blue noise
}

@group(0) @binding(0) var<uniform> tone: Tone;
@group(0) @binding(1) var picture: texture_2d<f32>;
@group(0) @binding(2) var picture_sampler: sampler;
@group(0) @binding(3) var dither_noise: texture_2d<f32>;
@group(0) @binding(4) var glow_narrow: texture_2d<f32>;
@group(0) @binding(5) var glow_middle: texture_2d<f32>;
@group(0) @binding(6) var glow_wide: texture_2d<f32>;

const LUMINANCE: vec3f = vec3f(0.2126, 0.7152, 0.0722);

/// Troy Sobotka's AgX: linear light in, display values (sRGB encoded) out.
fn agx(linear: vec3f) -> vec3f {
    let inset = mat3x3f(
        vec3f(0.842479062253094, 0.0423282422610123, 0.0423756549057051),
        vec3f(0.0784335999999992, 0.878468636469772, 0.0784336),
        vec3f(0.0792237451477643, 0.0791661274605434, 0.879142973793104));
    let outset = mat3x3f(
        vec3f(1.19687900512017, -0.0528968517574562, -0.0529716355144438),
        vec3f(-0.0980208811401368, 1.15190312990417, -0.0980434501171241),
        vec3f(-0.0990297440797205, -0.0989611768448433, 1.15107367264116));
    let stops = log2(max(inset * linear, vec3f(1e-10)));
    let x = clamp((stops + 12.47393) / (4.026069 + 12.47393), vec3f(0.0), vec3f(1.0));
    let x2 = x * x;
    let x4 = x2 * x2;
    let curve = 15.5 * x4 * x2 - 40.14 * x4 * x + 31.96 * x4 - 6.868 * x2 * x + 0.4298 * x2 + 0.1191 * x - 0.00232;
    let strong = pow(max(curve, vec3f(0.0)), vec3f(LOOK_POWER));
    let grey = vec3f(dot(strong, LUMINANCE));
    return clamp(outset * max(grey + (strong - grey) * LOOK_SATURATION, vec3f(0.0)), vec3f(0.0), vec3f(1.0));
}

@fragment
fn fragment_tone(in: ScreenFragment) -> @location(0) vec4f {
    var colour = textureSampleLevel(picture, picture_sampler, in.uv, 0.0).rgb * tone.options.x;
    if tone.options.y > 0.0 {
        let glow = textureSampleLevel(glow_narrow, picture_sampler, in.uv, 0.0).rgb
            + textureSampleLevel(glow_middle, picture_sampler, in.uv, 0.0).rgb
            + textureSampleLevel(glow_wide, picture_sampler, in.uv, 0.0).rgb;
        colour += glow / 3.0 * tone.options.y;
    }
    var display = agx(colour);
    let from_centre = in.uv - 0.5;
    display *= 1.0 - tone.options.z * dot(from_centre, from_centre) / 0.5;
    let cell = vec2u(in.pixel.xy + tone.offset.xy) % vec2u(BLUE_NOISE_SIDE);
    let dither = (textureLoad(dither_noise, cell, 0).r - 0.5) / 255.0;
    return vec4f(clamp(display + dither, vec3f(0.0), vec3f(1.0)), 1.0);
}
