// light.wgsl: sun, sky and ground light on a surface.
override SHADOW_TAPS: i32 = 8;

/// Share of the sun that reaches `position`; `noise` in 0..1 turns the taps.
fn sun_visibility(position: vec3f, normal: vec3f, noise: f32) -> f32 {
    let count = i32(frame.cascade_texels_m.w);
    for (var cascade = 0; cascade < count; cascade++) {
        let texel_m = frame.cascade_texels_m[cascade];
        let offset = position + normal * (0.02 + texel_m * 1.2);
        let clip = frame.shadow_matrices[cascade] * vec4f(offset, 1.0);
        let edge = 1.0 - (2.0 + noise * 40.0) / frame.shadow.z;
        if any(abs(clip.xy) > vec2f(edge)) || clip.z < 0.0 || clip.z > 1.0 {
            continue;
        }
        let radius = max(frame.shadow.x / texel_m, 1.0) / frame.shadow.z;
        let bias = (0.02 + texel_m * 1.0) / frame.shadow.y;
        let uv = clip.xy * vec2f(0.5, -0.5) + 0.5;
        if SHADOW_TAPS == 1 {
            return textureSampleCompareLevel(shadow_map, shadow_sampler, uv, cascade, clip.z - bias);
        }
        // a golden spiral: each tap turns by the same angle from the one before
        var arm = vec2f(cos(noise * 2.0 * PI), sin(noise * 2.0 * PI)) * radius;
        var lit = 0.0;
        for (var tap = 0; tap < SHADOW_TAPS; tap++) {
            let reach = sqrt((f32(tap) + 0.5) / f32(SHADOW_TAPS));
            lit += textureSampleCompareLevel(shadow_map, shadow_sampler, uv + arm * reach, cascade, clip.z - bias);
            arm = vec2f(-0.737369 * arm.x - 0.675490 * arm.y, 0.675490 * arm.x - 0.737369 * arm.y);
        }
        return lit / f32(SHADOW_TAPS);
    }
    return 1.0;
}

/// Irradiance from sky and ground on a surface with `normal`.
fn ambient_light(n: vec3f) -> vec3f {
    let a = frame.ambient;
    return max(a[0].rgb + a[1].rgb * n.y + a[2].rgb * n.z + a[3].rgb * n.x
        + a[4].rgb * (n.x * n.y) + a[5].rgb * (n.y * n.z) + a[6].rgb * (3.0 * n.z * n.z - 1.0)
        + a[7].rgb * (n.x * n.z) + a[8].rgb * (n.x * n.x - n.y * n.y), vec3f(0.0));
}

/// Matt surface in sun and ambient light.
fn matt(albedo: vec3f, normal: vec3f, visibility: f32, occlusion: f32) -> vec3f {
    let sun = frame.sun_irradiance.rgb * (max(dot(normal, frame.sun_direction.xyz), 0.0) * visibility);
    return albedo / PI * (sun + ambient_light(normal) * occlusion);
}

/// Turns the hue of a linear colour by a small `angle` (radians) about the grey axis.
fn turn_hue(colour: vec3f, angle: f32) -> vec3f {
    let axis = vec3f(0.57735027);
    let versed = 0.5 * angle * angle;
    return max(colour * (1.0 - versed) + cross(axis, colour) * angle + axis * dot(axis, colour) * versed, vec3f(0.0));
}
