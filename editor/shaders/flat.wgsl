// flat.wgsl: nothing but white; the blend constant is the colour.
@fragment
fn fragment_flat() -> @location(0) vec4f {
    return vec4f(1.0);
}
