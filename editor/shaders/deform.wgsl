// deform.wgsl: moves a rest-pose vertex with its branch; used by the picture and by the shadows.
struct Branch {
    pivot_m: vec3f,
    length_m: f32,
    direction: vec3f,
    foliage: f32,
}

struct BranchPose {
    rotation: vec4f,
    ancestor_rotation: vec4f,
    ancestor_translation_m: vec3f,
    angular_speed_rad_per_s: f32,
}

struct PlantInstance {
    position_m: vec3f,
    scale: f32,
    yaw: vec2f,
    first_branch: u32,
    first_pose: u32,
}

@group(1) @binding(0) var<storage, read> branches: array<Branch>;
@group(1) @binding(1) var<storage, read> poses: array<BranchPose>;
@group(1) @binding(2) var<storage, read> instances: array<PlantInstance>;

struct Moved {
    position: vec3f,
    normal: vec3f,
}

fn rotate(q: vec4f, v: vec3f) -> vec3f {
    return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v);
}

/// The share `weight` of rotation `q` (spherical interpolation from rest).
fn share_of_rotation(q: vec4f, weight: f32) -> vec4f {
    let sine = length(q.xyz);
    if sine < 1e-6 {
        return vec4f(0.0, 0.0, 0.0, 1.0);
    }
    let half_angle = atan2(sine, q.w) * weight;
    return vec4f(q.xyz * (sin(half_angle) / sine), cos(half_angle));
}

fn turn_about_vertical(v: vec3f, yaw: vec2f) -> vec3f {
    return vec3f(yaw.x * v.x + yaw.y * v.z, v.y, yaw.x * v.z - yaw.y * v.x);
}

/// Position relative to the eye and normal of a vertex of `instance` that `branch_index` carries.
fn move_vertex(rest: vec3f, normal: vec3f, branch_index: u32, instance_index: u32) -> Moved {
    let plant = instances[instance_index];
    let branch = branches[plant.first_branch + branch_index];
    let pose = poses[plant.first_pose + branch_index];

    let arm = rest - branch.pivot_m;
    let along = select(dot(arm, branch.direction), length(arm), branch.foliage > 0.5);
    let weight = saturate(along / max(branch.length_m, 1e-4));
    let own = share_of_rotation(pose.rotation, weight);
    let bent = rotate(pose.ancestor_rotation, branch.pivot_m + rotate(own, arm)) + pose.ancestor_translation_m;
    let turned = rotate(pose.ancestor_rotation, rotate(own, normal));

    var moved: Moved;
    moved.position = plant.position_m + turn_about_vertical(bent, plant.yaw) * plant.scale;
    moved.normal = turn_about_vertical(turned, plant.yaw);
    return moved;
}
