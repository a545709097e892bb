// sky_lean.wgsl: the sky worked out at the corners of a grid, for adapters whose pixels are dear; the sun's disc stays sharp.
struct SkyFragment {
    @builtin(position) pixel: vec4f,
    @location(0) colour: vec3f,
    @location(1) direction: vec3f,
}

@vertex
fn vertex_sky_lean(@builtin(vertex_index) index: u32) -> SkyFragment {
    let cell = index / 6u;
    // two triangles: corners 0 1 2 and 2 1 3
    var corners = array(0u, 1u, 2u, 2u, 1u, 3u);
    let corner = corners[index % 6u];
    let at = vec2u(cell % SKY_COLUMNS + (corner & 1u), cell / SKY_COLUMNS + (corner >> 1u));
    let screen = vec2f(at) / vec2f(f32(SKY_COLUMNS), f32(SKY_ROWS)) * 2.0 - 1.0;
    let direction = frame.ray_forward.xyz + frame.ray_right.xyz * screen.x + frame.ray_up.xyz * screen.y;
    var out: SkyFragment;
    out.pixel = vec4f(screen, 0.0, 1.0);
    out.colour = sky_colour(normalize(direction));
    out.direction = direction;
    return out;
}

@fragment
fn fragment_sky_lean(in: SkyFragment) -> @location(0) vec4f {
    return vec4f(min(in.colour + sun_disc(normalize(in.direction)), vec3f(400.0)), 1.0);
}
