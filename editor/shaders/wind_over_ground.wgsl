// wind_over_ground.wgsl: horizontal wind one metre above the ground.

/// Velocity along x and z at `position`, m/s; the mean outside the map.
fn wind_over_ground(position: vec3f) -> vec2f {
    let uv = (position.xz - frame.wind_map.xy) * frame.wind_map.z;
    let edge = min(min(uv.x, uv.y), min(1.0 - uv.x, 1.0 - uv.y));
    let inside = saturate(edge * 12.0) * frame.wind_map.w;
    let mapped = textureSampleLevel(wind_map, clamp_sampler, uv, 0.0).xy;
    return mix(frame.wind_mean.xy, mapped, inside);
}
