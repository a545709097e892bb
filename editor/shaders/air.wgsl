// air.wgsl: the colour of the sky and what the air adds between eye and surface.

/// Radiance of the clear sky along `direction` (unit).
fn clear_sky(direction: vec3f) -> vec3f {
    let elevation = asin(clamp(direction.y, 0.0, 1.0)) / (0.5 * PI);
    let level = max(length(direction.xz) * length(frame.sun_direction.xz), 1e-4);
    let turn = acos(clamp(dot(direction.xz, frame.sun_direction.xz) / level, -1.0, 1.0)) / PI;
    return textureSampleLevel(sky_table, clamp_sampler, vec2f(turn, sqrt(elevation)), 0.0).rgb;
}

/// Light that hazy air adds along `direction` (unit).
fn air_light(direction: vec3f) -> vec3f {
    let level = inverseSqrt(max(dot(direction.xz, direction.xz) * dot(frame.sun_direction.xz, frame.sun_direction.xz), 1e-8));
    let cosine = dot(direction.xz, frame.sun_direction.xz) * level;
    let square = cosine * cosine;
    let high = square * square * square * square * step(0.0, cosine);
    return max(frame.air[0].rgb + frame.air[1].rgb * cosine + frame.air[2].rgb * square + frame.air[3].rgb * high, vec3f(0.0));
}

/// What the air between eye and `position` adds (rgb), and the share of light that it lets through (a).
fn air_between(position: vec3f) -> vec4f {
    let distance_m = length(position);
    let direction = position / max(distance_m, 1e-3);
    let height_m = max(position.y + frame.eye_wrapped_m.y, 0.0);
    let path_m = max(distance_m - 12.0, 0.0) * mix(1.0, exp(-height_m * 0.02), 0.5);
    let far = smoothstep(FADE_START_M, FADE_END_M, distance_m);
    let share = max(1.0 - exp(-path_m * frame.cloud.w), far * far);
    return vec4f(air_light(direction) * (mix(0.75, 1.0, far) * share), 1.0 - share);
}

/// `colour` seen through the air from `position`.
fn haze(colour: vec3f, position: vec3f) -> vec3f {
    let air = air_between(position);
    return colour * air.a + air.rgb;
}
