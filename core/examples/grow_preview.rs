//! Draws a grown tree on the processor, with sun and shadow, to judge its shape:
//! `grow_preview HABIT SEED TURN_DEG LOD OUT.png [DISTANCE_M]`. Also writes OUT.glb.
#![expect(
    clippy::disallowed_methods,
    reason = "an example writes files and measures"
)]

use std::error::Error;
use std::io::Write as _;

use glam::camera::rh::{proj, view};
use glam::{Mat4, Vec2, Vec3, Vec4Swizzles as _};
use windwright_core::grow::{GrowParameters, Habit, grow};
use windwright_core::plant::{Material, Plant, PlantMesh, PlantVertex, glb};
use windwright_runtime::math;

const WIDTH: usize = 1100;
const HEIGHT: usize = 1000;
const SAMPLES: usize = 2;
const SHADOW: usize = 1600;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let text = |k: usize, default: &str| arguments.get(k).cloned().unwrap_or(default.to_owned());
    let habit = match text(0, "oak").as_str() {
        "birch" => Habit::Birch,
        "spruce" => Habit::Spruce,
        _ => Habit::Oak,
    };
    let parameters = GrowParameters {
        seed: text(1, "7").parse()?,
        ..GrowParameters::of(habit)
    };
    let turn_rad = text(2, "0").parse::<f32>()?.to_radians();
    let lod: usize = text(3, "0").parse()?;
    let path = text(4, "tree.png");
    let distance_m: f32 = text(5, "29").parse()?;

    let start = std::time::Instant::now();
    let plant = grow(&parameters);
    let grown_ms = start.elapsed().as_secs_f32() * 1e3;
    describe(&plant, grown_ms)?;
    std::fs::write(format!("{path}.glb"), glb::write(&plant, lod))?;

    let mesh = plant.lods.get(lod).ok_or("no such level of detail")?;
    let target = Vec3::new(0.0, 6.0 * distance_m / 29.0, 0.0);
    let eye =
        Vec3::new(math::sin(turn_rad), 0.0, math::cos(turn_rad)) * distance_m + Vec3::Y * 1.65;
    let view_from_world = view::look_at_mat4(eye, target, Vec3::Y);
    let aspect = WIDTH as f32 / HEIGHT as f32;
    let camera =
        proj::directx::perspective(38_f32.to_radians(), aspect, 1.0, 100.0) * view_from_world;
    // The sun stands behind the tree to the right.
    let side = view_from_world.row(0).xyz();
    let ahead = (target - eye).with_y(0.0).normalize_or(Vec3::NEG_Z);
    let sun = (side * 0.88 + ahead * 0.47) * 0.91 + Vec3::Y * 0.41;
    let sun_view = view::look_at_mat4(Vec3::Y * 7.0 + sun * 50.0, Vec3::Y * 7.0, Vec3::Y);
    let sun_camera = proj::directx::orthographic(-14.0, 14.0, -14.0, 14.0, 1.0, 100.0) * sun_view;

    let mut shadow = vec![1.0_f32; SHADOW * SHADOW];
    draw(
        &plant,
        mesh,
        sun_camera,
        [SHADOW, SHADOW],
        &mut |at, depth, _, _, _| {
            shadow[at] = shadow[at].min(depth);
        },
    );
    let size = [WIDTH * SAMPLES, HEIGHT * SAMPLES];
    let mut depths = vec![1.0_f32; size[0] * size[1]];
    let mut picture = sky(size);
    let mut covered = vec![false; depths.len()];
    draw(
        &plant,
        mesh,
        camera,
        size,
        &mut |at, depth, vertex, material, texel| {
            if depth < depths[at] {
                depths[at] = depth;
                let lit = lit(&shadow, sun_camera, Vec3::from_array(vertex.position_m));
                picture[at] = shade(vertex, material, texel, sun.normalize_or(Vec3::Y), lit, eye);
                covered[at] = material.transmission[1] > 0.0;
            }
        },
    );
    writeln!(
        std::io::stdout(),
        "  crown fills {:.2} of its hull",
        hull_fill(&covered, size)
    )?;
    save(&picture, size, &path)
}

fn describe(plant: &Plant, grown_ms: f32) -> Result<(), Box<dyn Error>> {
    let mut out = std::io::stdout();
    let wood = plant.table.volumes_m3.iter().filter(|v| **v > 0.0).count();
    writeln!(
        out,
        "grown in {grown_ms:.0} ms, {wood} wood, {} bundles",
        plant.table.len() - wood
    )?;
    for mesh in &plant.lods {
        let parts: Vec<usize> = mesh
            .parts
            .iter()
            .map(|part| part.indices.len() / 3)
            .collect();
        writeln!(out, "  {} triangles {parts:?}", mesh.indices.len() / 3)?;
    }
    Ok(())
}

fn sky([width, height]: [usize; 2]) -> Vec<Vec3> {
    (0..width * height)
        .map(|at| {
            let down = (at / width) as f32 / height as f32;
            if down > 0.72 {
                Vec3::new(0.07, 0.10, 0.03)
            } else {
                Vec3::new(0.25, 0.42, 0.72).lerp(Vec3::new(0.75, 0.85, 0.95), down)
            }
        })
        .collect()
}

type Paint<'a> = &'a mut dyn FnMut(usize, f32, &PlantVertex, &Material, [f32; 3]);

fn draw(plant: &Plant, mesh: &PlantMesh, camera: Mat4, size: [usize; 2], paint: Paint<'_>) {
    for part in &mesh.parts {
        let material = &plant.materials[part.material];
        let range = part.indices.start as usize..part.indices.end as usize;
        for corners in mesh.indices[range].chunks_exact(3) {
            let corners = [0, 1, 2].map(|k| mesh.vertices[corners[k] as usize]);
            triangle(&corners, material, camera, size, paint);
        }
    }
}

fn triangle(
    corners: &[PlantVertex; 3],
    material: &Material,
    camera: Mat4,
    [width, height]: [usize; 2],
    paint: Paint<'_>,
) {
    let clip = corners.map(|v| camera * Vec3::from_array(v.position_m).extend(1.0));
    if clip.iter().any(|c| c.w < 0.5) {
        return;
    }
    let screen = clip.map(|c| {
        let place = c.xy() / c.w * Vec2::new(0.5, -0.5) + 0.5;
        place * Vec2::new(width as f32, height as f32)
    });
    let area = (screen[1] - screen[0]).perp_dot(screen[2] - screen[0]);
    let bounds = Vec2::new(width as f32 - 1.0, height as f32 - 1.0);
    let low = screen[0]
        .min(screen[1])
        .min(screen[2])
        .clamp(Vec2::ZERO, bounds)
        .floor();
    let high = screen[0]
        .max(screen[1])
        .max(screen[2])
        .clamp(Vec2::ZERO, bounds)
        .ceil();
    if area.abs() < 1e-6 {
        return;
    }
    for y in low.y as usize..=high.y as usize {
        for x in low.x as usize..=high.x as usize {
            let place = Vec2::new(x as f32 + 0.5, y as f32 + 0.5);
            let weight =
                |a: usize, b: usize| (screen[a] - place).perp_dot(screen[b] - place) / area;
            let weights = [weight(1, 2), weight(2, 0), weight(0, 1)];
            if weights.iter().any(|weight| *weight < 0.0) {
                continue;
            }
            let vertex = mix(corners, weights);
            let depth: f32 = (0..3).map(|k| weights[k] * clip[k].z / clip[k].w).sum();
            if let Some(texel) = texel(material, vertex.uv) {
                paint(y * width + x, depth, &vertex, material, texel);
            }
        }
    }
}

fn mix(corners: &[PlantVertex; 3], weights: [f32; 3]) -> PlantVertex {
    let vector = |get: fn(&PlantVertex) -> Vec3| -> Vec3 {
        (0..3).map(|k| get(&corners[k]) * weights[k]).sum()
    };
    let uv = vector(|v| Vec3::new(v.uv[0], v.uv[1], v.occlusion));
    PlantVertex {
        position_m: vector(|v| Vec3::from_array(v.position_m)).to_array(),
        normal: vector(|v| Vec3::from_array(v.normal))
            .normalize_or(Vec3::Y)
            .to_array(),
        occlusion: uv.z,
        uv: [uv.x, uv.y],
        ..corners[0]
    }
}

fn texel(material: &Material, uv: [f32; 2]) -> Option<[f32; 3]> {
    let Some(texture) = &material.texture else {
        return Some([1.0; 3]);
    };
    let column = (uv[0].rem_euclid(1.0) * texture.width as f32) as usize % texture.width as usize;
    let row = (uv[1].rem_euclid(1.0) * texture.height as f32) as usize % texture.height as usize;
    let at = 4 * (row * texture.width as usize + column);
    let linear = |byte: u8| math::pow(f32::from(byte) / 255.0, 2.2);
    let alpha = f32::from(texture.rgba[at + 3]) / 255.0;
    (alpha >= material.alpha_cutoff).then(|| [0, 1, 2].map(|k| linear(texture.rgba[at + k])))
}

fn lit(shadow: &[f32], sun_camera: Mat4, place_m: Vec3) -> f32 {
    let clip = sun_camera * place_m.extend(1.0);
    let place = (clip.xy() * Vec2::new(0.5, -0.5) + 0.5) * SHADOW as f32;
    let mut sum = 0.0;
    for (dx, dy) in (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx * 2, dy * 2))) {
        let near = (place + Vec2::new(dx as f32, dy as f32))
            .clamp(Vec2::ZERO, Vec2::splat(SHADOW as f32 - 1.0));
        let (x, y) = (near.x as usize, near.y as usize);
        sum += f32::from(u8::from(clip.z - 0.0012 <= shadow[y * SHADOW + x]));
    }
    sum / 9.0
}

fn shade(
    vertex: &PlantVertex,
    material: &Material,
    texel: [f32; 3],
    sun: Vec3,
    lit: f32,
    eye: Vec3,
) -> Vec3 {
    let normal = Vec3::from_array(vertex.normal);
    let relative = Vec3::from_array(texel) * vertex.lightness;
    let warm = vertex.hue_shift_rad;
    let tint = Vec3::new(1.0 - 1.5 * warm, 1.0, 1.0 + warm);
    let albedo = relative * Vec3::from_array(material.albedo) * tint;
    let through = relative * Vec3::from_array(material.transmission) * tint / 0.6;
    let sun_colour = Vec3::new(1.0, 0.86, 0.66) * 9.0 * lit;
    let sky_colour = Vec3::new(0.55, 0.75, 1.0) * (0.6 + 0.4 * normal.y) * 2.6 * vertex.occlusion;
    let facing = normal.dot(sun);
    let wrap = if material.transmission[1] > 0.0 {
        0.25
    } else {
        0.0
    };
    let diffuse = ((facing + wrap) / (1.0 + wrap)).max(0.0);
    let view = (eye - Vec3::from_array(vertex.position_m)).normalize_or(Vec3::Y);
    let back = math::saturate(0.3 - 0.7 * view.dot(sun)) * 0.9;
    albedo * (sun_colour * diffuse + sky_colour) + through * sun_colour * back * 0.5
}

/// Share of the convex hull of what is covered that is covered.
fn hull_fill(covered: &[bool], [width, _]: [usize; 2]) -> f32 {
    let rows: Vec<(f32, f32, f32)> = covered
        .chunks(width)
        .enumerate()
        .filter_map(|(y, row)| {
            let first = row.iter().position(|c| *c)?;
            let last = row.iter().rposition(|c| *c)?;
            Some((y as f32, first as f32, last as f32))
        })
        .collect();
    let half = |points: Vec<(f32, f32)>, sign: f32| {
        let mut hull: Vec<(f32, f32)> = Vec::new();
        for p in points {
            while let [.., a, b] = hull[..] {
                let turn = (b.0 - a.0) * (p.1 - a.1) - (b.1 - a.1) * (p.0 - a.0);
                if turn * sign > 0.0 {
                    break;
                }
                hull.pop();
            }
            hull.push(p);
        }
        let areas = hull
            .windows(2)
            .map(|w| (w[1].0 - w[0].0) * (w[0].1 + w[1].1));
        areas.sum::<f32>() / 2.0
    };
    let right = half(rows.iter().map(|row| (row.0, row.2)).collect(), -1.0);
    let left = half(rows.iter().map(|row| (row.0, row.1)).collect(), 1.0);
    covered.iter().filter(|c| **c).count() as f32 / (right - left).max(1.0)
}

fn save(picture: &[Vec3], size: [usize; 2], path: &str) -> Result<(), Box<dyn Error>> {
    let mut bytes = Vec::with_capacity(WIDTH * HEIGHT * 3);
    for y in 0..HEIGHT {
        for x in 0..WIDTH {
            let mut sum = Vec3::ZERO;
            for (dx, dy) in (0..SAMPLES).flat_map(|dx| (0..SAMPLES).map(move |dy| (dx, dy))) {
                sum += picture[(y * SAMPLES + dy) * size[0] + x * SAMPLES + dx];
            }
            let colour = sum / (SAMPLES * SAMPLES) as f32;
            let curve = |x: f32| math::pow(math::saturate(x * 1.2 / (1.0 + x * 0.6)), 1.0 / 2.2);
            bytes.extend(colour.to_array().map(|x| (curve(x) * 255.0) as u8));
        }
    }
    image::save_buffer(
        path,
        &bytes,
        WIDTH as u32,
        HEIGHT as u32,
        image::ColorType::Rgb8,
    )?;
    Ok(())
}
