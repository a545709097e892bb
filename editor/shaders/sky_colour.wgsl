// sky_colour.wgsl: clear sky, soft high cloud and the sun's disc along a direction.

/// Radiance of sky and cloud along `direction` (unit).
fn sky_colour(direction: vec3f) -> vec3f {
    let colour = clear_sky(normalize(vec3f(direction.x, max(direction.y, 0.005), direction.z)));
    let cover = frame.cloud.z;
    if cover > 0.0 && direction.y > 0.0 {
        return veil(colour, direction, dot(direction, frame.sun_direction.xyz), cover);
    }
    return colour;
}

/// Radiance that the sun's disc adds along `direction` (unit).
fn sun_disc(direction: vec3f) -> vec3f {
    let sun_cosine = dot(direction, frame.sun_direction.xyz);
    let disc = smoothstep(cos(frame.sun_irradiance.w * 1.15), cos(frame.sun_irradiance.w * 0.85), sun_cosine);
    return frame.sun_irradiance.rgb * (60.0 * disc * step(0.0, direction.y));
}

/// The noise tile without the corners of its texels.
fn smooth_noise(at: vec2f) -> vec4f {
    let texel = at * 256.0 - 0.5;
    let part = fract(texel);
    let eased = floor(texel) + part * part * (3.0 - 2.0 * part);
    return textureSampleLevel(noise_texture, repeat_sampler, (eased + 0.5) / 256.0, 0.0);
}

/// Lays thin cloud over `colour`.
fn veil(colour: vec3f, direction: vec3f, sun_cosine: f32, cover: f32) -> vec3f {
    let plane = direction.xz / (direction.y + 0.12);
    let at = plane * vec2f(0.085, 0.13) + frame.cloud.xy;
    var warp = vec2f(0.0);
    if !LEAN {
        warp = smooth_noise(at * 0.7 + 0.37).ba - 0.5;
    }
    let shape = smooth_noise(at * 0.55 + warp * 0.03).b;
    let wisps = smooth_noise(at * vec2f(0.9, 1.7) + warp * 0.07 + 0.61);
    let density = shape * 0.5 + wisps.r * 0.38 + wisps.g * 0.12;
    let threshold = mix(0.79, -0.05, cover);
    let amount = smoothstep(threshold, threshold + 0.40, density);
    var lit = 1.0 - amount * 0.2;
    if !LEAN {
        // thicker towards the sun means darker here
        let toward_sun = normalize(frame.sun_direction.xz + vec2f(1e-5)) * 0.02;
        let ahead = smooth_noise(at * 0.55 + toward_sun + warp * 0.03).b;
        lit = clamp(lit + (shape - ahead) * 1.5, 0.5, 1.2);
    }
    let near = max(sun_cosine, 0.0);
    let forward = 0.22 + 0.06 * sun_cosine * sun_cosine + 0.35 * pow(near, 12.0);
    let cloud = frame.sun_irradiance.rgb * (lit * forward) + colour * 0.6 + frame.ambient[0].rgb * CLOUD_SKY;
    let low = smoothstep(0.02, 0.2, direction.y);
    return mix(colour, mix(colour * 1.1, cloud, 0.2 + 0.8 * low), amount * 0.92 * smoothstep(0.0, 0.08, direction.y));
}
