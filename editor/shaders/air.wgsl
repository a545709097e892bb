// air.wgsl: the colour of the sky and what the air adds between eye and surface.

/// Radiance of the clear sky along `direction` (unit).
fn clear_sky(direction: vec3f) -> vec3f {
    let elevation = asin(clamp(direction.y, 0.0, 1.0)) / (0.5 * PI);
    let level = max(length(direction.xz) * length(frame.sun_direction.xz), 1e-4);
    let turn = acos(clamp(dot(direction.xz, frame.sun_direction.xz) / level, -1.0, 1.0)) / PI;
    return textureSampleLevel(sky_table, clamp_sampler, vec2f(turn, sqrt(elevation)), 0.0).rgb;
}

/// `colour` seen through the air from `position`.
fn haze(colour: vec3f, position: vec3f) -> vec3f {
    let distance_m = length(position);
    let direction = position / max(distance_m, 1e-3);
    let height_m = max(position.y + frame.eye_wrapped_m.y, 0.0);
    let path_m = max(distance_m - 4.0, 0.0) * mix(1.0, exp(-height_m * 0.02), 0.5);
    let far = smoothstep(FADE_START_M, FADE_END_M, distance_m);
    let share = max(1.0 - exp(-path_m * frame.cloud.w), far * far);
    let air = clear_sky(normalize(vec3f(direction.x, 0.03, direction.z)));
    return mix(colour, air, share);
}
