// plant.wgsl: wood and leaves of trees.
struct PlantMaterial {
    albedo: vec4f,        // rgb, a: coverage below which a texel is a hole
    transmission: vec4f,  // rgb, a: 1 for bark, whose colour is broken up
}

@group(2) @binding(0) var<uniform> material: PlantMaterial;
@group(2) @binding(1) var material_texture: texture_2d<f32>;
@group(2) @binding(2) var material_sampler: sampler;

override ALPHA_TO_COVERAGE: bool = false;

struct PlantVertex {
    @location(0) position: vec3f,
    @location(1) branch: u32,
    @location(2) normal: vec3f,
    @location(3) occlusion: f32,
    @location(4) uv: vec2f,
    @location(5) tint: vec2f,
}

struct PlantFragment {
    @builtin(position) pixel: vec4f,
    @location(0) position: vec3f,
    @location(1) normal: vec3f,
    @location(2) uv: vec2f,
    @location(3) occlusion: f32,
    @location(4) albedo: vec3f,
    @location(5) transmission: vec3f,
    @location(6) rest: vec3f,
}

@vertex
fn vertex_plant(vertex: PlantVertex, @builtin(instance_index) instance: u32) -> PlantFragment {
    let moved = move_vertex(vertex.position, vertex.normal, vertex.branch, instance);
    var out: PlantFragment;
    out.pixel = frame.view_projection * vec4f(moved.position, 1.0);
    out.position = moved.position;
    out.normal = moved.normal;
    out.uv = vertex.uv;
    out.occlusion = vertex.occlusion;
    out.albedo = turn_hue(material.albedo.rgb, vertex.tint.y) * vertex.tint.x;
    out.transmission = turn_hue(material.transmission.rgb, vertex.tint.y) * vertex.tint.x;
    out.rest = vertex.position;
    return out;
}

/// Coverage sharpened to one pixel for alpha to coverage, or a hard cut.
fn cut(alpha: f32, cutoff: f32) -> f32 {
    if ALPHA_TO_COVERAGE {
        return saturate((alpha - cutoff) / max(fwidth(alpha), 1e-4) + 0.5);
    }
    return select(0.0, 1.0, alpha >= cutoff);
}

@fragment
fn fragment_leaf(in: PlantFragment, @builtin(front_facing) front: bool) -> @location(0) vec4f {
    let texel = textureSample(material_texture, material_sampler, in.uv);
    let coverage = cut(texel.a, material.albedo.a);
    if coverage < 0.05 {
        discard;
    }
    let light = frame.sun_direction.xyz;
    let view = -normalize(in.position);
    let normal = normalize(in.normal);
    let occlusion = saturate(in.occlusion);
    var albedo = in.albedo * texel.rgb;
    if !front {
        albedo = mix(albedo, vec3f(dot(albedo, vec3f(0.2126, 0.7152, 0.0722)) * 1.35), 0.35);
    }

    let visibility = sun_visibility(in.position, normal, pixel_noise(in.pixel.xy));
    let sun = frame.sun_irradiance.rgb * visibility;
    let facing = dot(normal, light);
    let wrap = 0.25;
    let diffuse = max((facing + wrap) / (1.0 + wrap), 0.0) / (1.0 + wrap);
    // light that leaves hand on to each other reaches even the heart of a crown
    let open_sky = mix(0.16, 1.0, occlusion);
    var colour = albedo / PI * (sun * diffuse + ambient_light(normal) * open_sky);

    let against = max(-dot(view, light), 0.0);
    let towards = against * against * against * against;
    let back = max(0.4 - 0.6 * facing, 0.0);
    let through = in.transmission * texel.rgb / LEAF_TEXTURE_MEAN / PI;
    colour += through * (sun * (mix(towards, back, 0.6) * mix(0.5, 1.0, occlusion))
        + ambient_light(-normal) * (open_sky * SKY_THROUGH_LEAVES));

    if !LEAN {
        let half_way = normalize(light + view);
        let gloss = max(dot(normal, half_way), 0.0);
        let narrow = gloss * gloss * gloss * gloss * gloss * gloss;
        colour += sun * (narrow * narrow * narrow * narrow * 0.017);
    }
    return vec4f(haze(colour, in.position), coverage);
}

@fragment
fn fragment_wood(in: PlantFragment) -> @location(0) vec4f {
    let texel = textureSample(material_texture, material_sampler, in.uv);
    var normal = normalize(in.normal);
    var albedo = in.albedo * texel.rgb;
    let rough = material.transmission.a;
    var crevice = 1.0;
    if !LEAN {
        let along = in.rest.y;
        let around = vec2f(in.rest.x + in.rest.z, in.rest.x - in.rest.z);
        let coarse = textureSample(noise_texture, repeat_sampler, vec2f(around.x * 0.55, along * 0.05 + around.y * 0.3));
        let fine = textureSample(noise_texture, repeat_sampler, vec2f(around.x * 1.7 + 0.3, along * 0.22 + around.y));
        let furrow = mix(coarse.r, fine.r, 0.5);
        albedo *= mix(1.0, 0.5 + furrow * mix(0.8, 1.2, coarse.b), rough);
        let moss = rough * 0.6 * smoothstep(2.4, 0.0, along) * smoothstep(0.35, 0.75, fine.g);
        albedo = mix(albedo, vec3f(0.055, 0.07, 0.03), moss);
        normal = normalize(normal + rough * vec3f(fine.r - coarse.r, fine.b - 0.5, fine.g - coarse.g) * 0.6);
        crevice = mix(1.0, smoothstep(0.05, 0.5, furrow), rough * 0.5);
    }
    let visibility = sun_visibility(in.position, normalize(in.normal), pixel_noise(in.pixel.xy));
    let colour = matt(albedo, normal, visibility, saturate(in.occlusion) * crevice);
    return vec4f(haze(colour, in.position), 1.0);
}
