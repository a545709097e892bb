// ground.wgsl: rolling meadow with dry patches, soil and litter.
struct GroundVertex {
    @location(0) position: vec3f,
    @location(1) normal: vec3f,
}

struct GroundFragment {
    @builtin(position) pixel: vec4f,
    @location(0) position: vec3f,
    @location(1) normal: vec3f,
    @location(2) air: vec4f,
}

@vertex
fn vertex_ground(vertex: GroundVertex) -> GroundFragment {
    let position = vertex.position + frame.ground_anchor_m.xyz;
    var out: GroundFragment;
    out.pixel = frame.view_projection * vec4f(position, 1.0);
    out.position = position;
    out.normal = vertex.normal;
    out.air = air_between(position);
    return out;
}

@fragment
fn fragment_ground(in: GroundFragment) -> @location(0) vec4f {
    let distance_m = length(in.position);
    let near = exp(-distance_m * 0.02);
    let middle = ground_noise_filtered(in.position, 16.0);
    let fine = ground_noise_filtered(in.position, 2.0);
    let mask = textureSample(ground_mask, clamp_sampler, (in.position.xz - frame.mask.xy) * frame.mask.z);
    var broad = vec4f(0.5);
    var leaves = smoothstep(0.55, 0.65, fine.a);
    var sheen = 0.0;
    if !LEAN {
        broad = ground_noise(in.position, 128.0);
        leaves = smoothstep(0.5, 0.62, ground_noise_filtered(in.position, 0.5).a);
        sheen = saturate(length(wind_over_ground(in.position)) * 0.09);
    }

    let dry = saturate((broad.r * 0.9 + middle.b * 0.5 - 0.42) * 1.3);
    var albedo = mix(GRASS_ALBEDO * (0.75 + 0.5 * broad.g), DRY_GRASS_ALBEDO * 0.62, dry * 0.7);
    albedo *= mix(1.0, 0.35 + 1.15 * fine.r + 0.3 * (fine.g - 0.5), near) * (0.72 + 0.56 * middle.r);
    let litter = saturate(mask.r * 1.3 + (middle.r - 0.5) * 0.9 * mask.r);
    let soil = mix(SOIL_ALBEDO * (0.6 + 0.8 * fine.r), LITTER_ALBEDO * (0.7 + 0.6 * fine.b), leaves * step(0.05, mask.r));
    albedo = mix(albedo, soil, litter);
    albedo *= 1.0 + 0.28 * sheen * (1.0 - litter) * middle.g;

    let bump = vec3f(fine.r - 0.5, 0.0, fine.g - 0.5) * 0.9 * near + vec3f(middle.r - 0.5, 0.0, middle.g - 0.5) * 0.35;
    let normal = normalize(in.normal + bump);
    let visibility = sun_visibility(in.position, in.normal, pixel_noise(in.pixel.xy));
    let occlusion = mask.g * mix(1.0, 0.7 + 0.3 * fine.r, near);
    var colour = matt(albedo, normal, visibility, occlusion);

    // blades that the sun shines through, seen against it
    let against = max(dot(in.position, frame.sun_direction.xyz) / max(distance_m, 1e-3), 0.0);
    let glow = against * against * against * (1.0 - litter);
    colour += albedo / PI * frame.sun_irradiance.rgb * visibility * (0.10 + 0.55 * glow);
    if LEAN {
        return vec4f(colour * in.air.a + in.air.rgb, 1.0);
    }
    return vec4f(haze(colour, in.position), 1.0);
}
