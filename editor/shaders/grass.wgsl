// grass.wgsl: tufts that bend with the wind over the ground.
struct GrassTuft {
    @location(0) position: vec3f,
    @location(1) height_m: f32,
    @location(2) dry: f32,
    @location(3) seed: u32,
}

struct GrassFragment {
    @builtin(position) pixel: vec4f,
    @location(0) position: vec3f,
    @location(1) normal: vec3f,
    @location(2) albedo: vec3f,
    @location(3) height: f32,
}

// (along, side) of the five corners of a blade
const BLADE: array<vec2f, 5> = array(vec2f(0.0, -1.0), vec2f(0.0, 1.0), vec2f(0.55, -0.72), vec2f(0.55, 0.72), vec2f(1.0, 0.0));

@vertex
fn vertex_grass(tuft: GrassTuft, @builtin(vertex_index) vertex: u32) -> GrassFragment {
    let blade = vertex / 5u;
    var corners = BLADE;
    let corner = corners[vertex % 5u];
    let seed = tuft.seed + blade * 7919u;
    let root = tuft.position + frame.grass_anchor_m.xyz;
    let distance_m = length(root);

    let turn = hash_to_unit(seed) * 2.0 * PI;
    let spread = sqrt(hash_to_unit(seed + 1u)) * 0.17;
    let heading = hash_to_unit(seed + 2u) * 2.0 * PI;
    let shrink = 1.0 - smoothstep(0.75 * GRASS_REACH_M, GRASS_REACH_M, distance_m);
    let height = tuft.height_m * mix(0.5, 1.3, hash_to_unit(seed + 3u)) * shrink;
    let width = mix(0.0032, 0.006, hash_to_unit(seed + 4u)) * max(1.0, distance_m / GRASS_FULL_WIDTH_M);
    let droop = hash_to_unit(seed + 5u);

    let wind = wind_over_ground(root);
    let speed = length(wind);
    let push = speed * speed / (speed * speed + 30.0);
    let rate = 9.0 + floor(hash_to_unit(seed + 6u) * 10.0);
    let phase = frame.eye_wrapped_m.w * rate + hash_to_unit(tuft.seed) * 2.0 * PI;
    let flutter = sin(phase) * 0.22 * push;
    let lean = vec2f(cos(heading), sin(heading)) * mix(0.12, 0.75, droop * droop)
        + wind / max(speed, 1e-3) * (push * 1.1 + flutter);

    let along = corner.x;
    let bend = lean * height * along * along;
    let rise = height * along * (1.0 - 0.32 * along * min(dot(lean, lean), 1.6));
    let side = vec3f(-sin(turn), 0.0, cos(turn)) * (corner.y * width);
    let foot = vec3f(cos(turn), 0.0, sin(turn)) * spread;
    // slivers have no sound gradients: blades that are nearly gone are gone
    let grown = step(0.12, shrink);
    let position = root + (foot + side + vec3f(bend.x, rise - 0.02, bend.y)) * grown;

    let tint = hash_to_unit(seed + 8u);
    let green = turn_hue(GRASS_ALBEDO, (tint - 0.5) * 0.35) * mix(0.8, 1.35, hash_to_unit(seed + 9u));
    let straw = DRY_GRASS_ALBEDO * mix(0.7, 1.1, tint);
    let is_straw = step(hash_to_unit(seed + 10u), tuft.dry * 0.55 + 0.06);
    let base = mix(green, straw, is_straw);

    var out: GrassFragment;
    out.pixel = frame.view_projection * vec4f(position, 1.0);
    out.position = position;
    out.normal = normalize(vec3f(lean.x * 0.5 + side.x * 40.0, 1.0, lean.y * 0.5 + side.z * 40.0));
    out.albedo = base * mix(0.85, 1.25, along) * (1.0 + 0.45 * push);
    out.height = along;
    return out;
}

@fragment
fn fragment_grass(in: GrassFragment) -> @location(0) vec4f {
    let normal = normalize(in.normal);
    let light = frame.sun_direction.xyz;
    let view = normalize(in.position);
    let visibility = sun_visibility(in.position, vec3f(0.0, 1.0, 0.0), pixel_noise(in.pixel.xy));
    let along = saturate(in.height);
    let albedo = saturate(in.albedo);
    let sun = frame.sun_irradiance.rgb * visibility * mix(0.4, 1.0, along);
    let occlusion = mix(0.35, 1.0, along);
    let facing = dot(normal, light);
    let diffuse = max((facing + 0.3) / 1.3, 0.0) / 1.3;
    var colour = albedo / PI * (sun * diffuse + ambient_light(normal) * occlusion);
    let against = max(dot(view, light), 0.0);
    let towards = against * against * against;
    colour += albedo * vec3f(1.15, 1.2, 0.6) / PI * sun * (0.25 + 0.6 * towards);
    return vec4f(haze(colour, in.position), 1.0);
}
