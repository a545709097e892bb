// full_screen.wgsl: one triangle that covers the target.
struct ScreenFragment {
    @builtin(position) pixel: vec4f,
    @location(0) uv: vec2f,
}

@vertex
fn vertex_screen(@builtin(vertex_index) index: u32) -> ScreenFragment {
    let corner = vec2f(f32((index << 1u) & 2u), f32(index & 2u));
    var out: ScreenFragment;
    out.pixel = vec4f(corner * 2.0 - 1.0, 0.0, 1.0);
    out.uv = vec2f(corner.x, 1.0 - corner.y);
    return out;
}
