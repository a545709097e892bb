// sky.wgsl: clear sky, soft high cloud and the sun's disc.
@fragment
fn fragment_sky(in: ScreenFragment) -> @location(0) vec4f {
    let screen = vec2f(in.uv.x * 2.0 - 1.0, 1.0 - in.uv.y * 2.0);
    let direction = normalize(frame.ray_forward.xyz + frame.ray_right.xyz * screen.x + frame.ray_up.xyz * screen.y);
    var colour = clear_sky(normalize(vec3f(direction.x, max(direction.y, 0.005), direction.z)));
    let sun_cosine = dot(direction, frame.sun_direction.xyz);
    let cover = frame.cloud.z;
    if cover > 0.0 && direction.y > 0.0 {
        colour = veil(colour, direction, sun_cosine, cover);
    }
    let disc = smoothstep(cos(frame.sun_irradiance.w * 1.15), cos(frame.sun_irradiance.w * 0.85), sun_cosine);
    colour += frame.sun_irradiance.rgb * (60.0 * disc * step(0.0, direction.y));
    return vec4f(min(colour, vec3f(400.0)), 1.0);
}

/// Lays thin cloud over `colour`.
fn veil(colour: vec3f, direction: vec3f, sun_cosine: f32, cover: f32) -> vec3f {
    let plane = direction.xz / (direction.y + 0.10);
    let at = plane * 0.055 + frame.cloud.xy;
    let warp = textureSampleLevel(noise_texture, repeat_sampler, at * 0.9 + 0.37, 0.0).rg - 0.5;
    let streak = vec2f(0.8, 1.25);
    let large = textureSampleLevel(noise_texture, repeat_sampler, at * streak * 0.7 + warp * 0.10, 0.0);
    let small = textureSampleLevel(noise_texture, repeat_sampler, at * streak * 3.1 + warp * 0.30 + 0.61, 0.0);
    let density = large.r * 0.72 + small.g * 0.28;
    let threshold = mix(0.62, 0.02, cover);
    let amount = smoothstep(threshold, threshold + 0.30, density);
    let toward_sun = normalize(frame.sun_direction.xz + vec2f(1e-5)) * 0.02;
    let ahead = textureSampleLevel(noise_texture, repeat_sampler, (at + toward_sun) * streak * 0.7 + warp * 0.10, 0.0).r;
    let lit = clamp(0.75 + (large.r - ahead) * 2.2 - amount * 0.25, 0.3, 1.1);
    let forward = 0.10 + 0.08 * sun_cosine * sun_cosine + 0.5 * pow(max(sun_cosine, 0.0), 12.0);
    let cloud = frame.sun_irradiance.rgb * (lit * forward) + frame.ambient[0].rgb * 0.30;
    let low = smoothstep(0.0, 0.16, direction.y);
    return mix(colour, mix(colour, cloud, 0.25 + 0.75 * low), amount * 0.85 * smoothstep(0.0, 0.07, direction.y));
}
