// sky.wgsl: the sky in every pixel.
@fragment
fn fragment_sky(in: ScreenFragment) -> @location(0) vec4f {
    let screen = vec2f(in.uv.x * 2.0 - 1.0, 1.0 - in.uv.y * 2.0);
    let direction = normalize(frame.ray_forward.xyz + frame.ray_right.xyz * screen.x + frame.ray_up.xyz * screen.y);
    return vec4f(min(sky_colour(direction) + sun_disc(direction), vec3f(400.0)), 1.0);
}
