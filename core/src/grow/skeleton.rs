//! The wood as lines with radii: stems, order by order, parents before children.

use core::f32::consts::{PI, TAU};

use glam::Vec3;
use windwright_runtime::math;

use super::GrowParameters;
use super::draws::Draws;
use super::habit::{Form, ORDERS, OrderForm, crown_profile};

/// Rows of the branch table that growing aims at, wood and bundles together.
const MAX_ROWS: usize = 1_500;
/// Wood that is allowed however many bundles are asked for.
const MIN_WOOD: usize = 500;
/// Radius of the thinnest wood, metres.
const THINNEST_M: f32 = 0.004;
/// Angle of a spiral of leaves, radians.
const GOLDEN_ANGLE_RAD: f32 = 2.399_963;

/// One trunk, limb, branch or twig.
#[derive(Debug, Clone)]
pub(super) struct Stem {
    pub(super) parent: Option<usize>,
    pub(super) order: usize,
    /// Axis from the parent's axis to the tip, metres; two points or more.
    pub(super) path_m: Vec<Vec3>,
    /// Radius at each point, metres.
    pub(super) radii_m: Vec<f32>,
    /// Radius of the parent at the attachment, metres; 0 for the trunk.
    pub(super) parent_radius_m: f32,
    /// Whether it carries its parent on (same axis and radius) instead of leaving it.
    pub(super) continues: bool,
    /// Whether other wood grows from it.
    pub(super) bears: bool,
}

impl Stem {
    pub(super) fn length_m(&self) -> f32 {
        self.path_m.windows(2).map(|p| p[0].distance(p[1])).sum()
    }

    /// Point, direction and radius at `t` of its points, 0..1.
    pub(super) fn at(&self, t: f32) -> (Vec3, Vec3, f32) {
        let last = self.path_m.len() - 1;
        let place = math::saturate(t) * last as f32;
        let i = (place as usize).min(last - 1);
        let f = place - i as f32;
        let along = self.path_m[i + 1] - self.path_m[i];
        (
            self.path_m[i] + along * f,
            along.normalize_or(Vec3::Y),
            math::lerp(self.radii_m[i], self.radii_m[i + 1], f),
        )
    }

    /// Wood volume, cubic metres, of the cones between its points.
    pub(super) fn volume_m3(&self) -> f32 {
        let cones = self.path_m.windows(2).zip(self.radii_m.windows(2));
        cones
            .map(|(p, r)| {
                PI / 3.0 * p[0].distance(p[1]) * (r[0] * r[0] + r[0] * r[1] + r[1] * r[1])
            })
            .sum()
    }
}

/// A stem before it has run.
struct Bud {
    parent: Option<usize>,
    order: usize,
    origin_m: Vec3,
    direction: Vec3,
    length_m: f32,
    radius_m: f32,
    parent_radius_m: f32,
    continues: bool,
}

/// Grows all wood; at least the trunk.
pub(super) fn skeleton(parameters: &GrowParameters, form: &Form) -> Vec<Stem> {
    let seed = u64::from(parameters.seed);
    let levels = (parameters.levels as usize).clamp(1, ORDERS);
    let bundles = parameters.bundles as usize;
    let most_wood = MAX_ROWS.saturating_sub(bundles).max(MIN_WOOD);

    let trunk = Bud {
        parent: None,
        order: 0,
        origin_m: Vec3::ZERO,
        direction: Vec3::new(0.02, 1.0, 0.015).normalize_or(Vec3::Y),
        length_m: parameters.height_m * form.trunk_share,
        radius_m: parameters.trunk_radius_m,
        parent_radius_m: 0.0,
        continues: false,
    };
    let mut stems = vec![run(&trunk, parameters, form, &mut Draws::new(seed, 0))];
    let mut first = 0;
    for order in 0..levels - 1 {
        let end = stems.len();
        let room = most_wood.saturating_sub(end);
        let share = if order + 2 < levels { 0.6 } else { 1.0 };
        let counts = child_counts(&stems[first..end], parameters, form, room as f32 * share);
        for (parent, count) in (first..end).zip(counts) {
            for bud in buds(&stems[parent], parent, count, parameters, form) {
                let mut draws = Draws::new(seed, stems.len() as u64);
                stems.push(run(&bud, parameters, form, &mut draws));
            }
            stems[parent].bears = count > 0;
        }
        first = end;
    }
    fit_height(&mut stems, parameters);
    stems
}

/// Children of each stem: in proportion to its length, `room` in all at most; fractions are carried on to the next stem.
fn child_counts(stems: &[Stem], parameters: &GrowParameters, form: &Form, room: f32) -> Vec<usize> {
    let lengths: Vec<f32> = stems.iter().map(Stem::length_m).collect();
    let mean = (lengths.iter().sum::<f32>() / lengths.len().max(1) as f32).max(1e-6);
    let wanted: Vec<f32> = stems
        .iter()
        .zip(&lengths)
        .map(|(stem, length)| {
            form.orders[stem.order].children
                * parameters.children_factor
                * (length / mean).clamp(0.45, 1.7)
        })
        .collect();
    let scale = (room / wanted.iter().sum::<f32>().max(1e-6)).min(1.0);
    let mut owed = 0.0;
    wanted
        .iter()
        .map(|count| {
            owed += count * scale;
            let whole = owed.floor();
            owed -= whole;
            whole as usize
        })
        .collect()
}

fn buds(
    stem: &Stem,
    parent: usize,
    count: usize,
    parameters: &GrowParameters,
    form: &Form,
) -> Vec<Bud> {
    let own = &form.orders[stem.order];
    let mut draws = Draws::new(u64::from(parameters.seed) ^ 0xb0d5, parent as u64);
    let has_leader = own.leader > 0.0 && count > 0;
    let laterals = count - usize::from(has_leader);
    let turn = draws.range(0.0, TAU);
    let length_m = stem.length_m();
    let mut buds: Vec<Bud> = (0..laterals)
        .map(|k| {
            let place = Place::of(k, laterals, stem.order, form, &mut draws);
            let (origin_m, along, radius_m) = stem.at(place.t);
            let radial = around(along, place.azimuth(turn, own, &mut draws));
            let mean_rad = parameters.branch_angle_deg.to_radians();
            let angle_rad = (mean_rad * math::lerp(own.angle[0], own.angle[1], place.in_crown)
                + 0.1 * draws.normal())
            .clamp(0.05, 2.7);
            let length = if stem.order == 0 {
                parameters.height_m
                    * own.child_length
                    * crown_profile(parameters.habit, place.in_crown)
            } else {
                length_m * own.child_length * (1.0 - own.falloff * place.in_crown)
            };
            Bud {
                parent: Some(parent),
                order: stem.order + 1,
                origin_m,
                direction: along * math::cos(angle_rad) + radial * math::sin(angle_rad),
                length_m: length * parameters.length_factor * draws.range(0.84, 1.12),
                radius_m: radius_m * own.child_radius * draws.range(0.85, 1.1),
                parent_radius_m: radius_m,
                continues: false,
            }
        })
        .collect();
    if has_leader {
        let (origin_m, along, radius_m) = stem.at(1.0);
        buds.push(Bud {
            parent: Some(parent),
            order: stem.order + 1,
            origin_m,
            direction: along,
            length_m: length_m * own.leader * parameters.length_factor,
            radius_m,
            parent_radius_m: radius_m,
            continues: true,
        });
    }
    buds
}

/// Where a child stands on its parent.
struct Place {
    /// Along the parent, 0..1.
    t: f32,
    /// Among its siblings, 0..1.
    in_crown: f32,
    number: usize,
    ring: Option<(usize, usize)>,
}

impl Place {
    fn of(k: usize, count: usize, order: usize, form: &Form, draws: &mut Draws) -> Self {
        let first = form.orders[order].first;
        let whorl = if order == 0 { form.whorl } else { 1 };
        let rings = count.div_ceil(whorl.max(1)).max(1);
        let ring = k / whorl.max(1);
        let spread = if whorl > 1 { 0.45..0.55 } else { 0.2..0.8 };
        let in_crown = (ring as f32 + draws.range(spread.start, spread.end)) / rings as f32;
        Self {
            t: first + (0.985 - first) * in_crown,
            in_crown,
            number: k,
            ring: (whorl > 1).then_some((k % whorl, whorl)),
        }
    }

    /// Angle around the parent; 0 is to its side, a quarter turn its upper side.
    fn azimuth(&self, turn: f32, own: &OrderForm, draws: &mut Draws) -> f32 {
        if let Some((seat, seats)) = self.ring {
            return turn
                + TAU * seat as f32 / seats as f32
                + GOLDEN_ANGLE_RAD * (self.number / seats) as f32
                + 0.15 * draws.normal();
        }
        let spiral = turn + GOLDEN_ANGLE_RAD * self.number as f32 + 0.3 * draws.normal();
        let side = PI * (self.number % 2) as f32;
        let lift = 0.25 * math::cos(side);
        let off_side = (spiral - side + PI).rem_euclid(TAU) - PI;
        side + lift + off_side * (1.0 - own.planar)
    }
}

/// Unit vector across `along`; angle 0 is level, a quarter turn looks up.
fn around(along: Vec3, azimuth_rad: f32) -> Vec3 {
    let side = along.cross(Vec3::Y).try_normalize().unwrap_or(Vec3::X);
    let up = side.cross(along);
    side * math::cos(azimuth_rad) + up * math::sin(azimuth_rad)
}

fn run(bud: &Bud, parameters: &GrowParameters, form: &Form, draws: &mut Draws) -> Stem {
    let own = &form.orders[bud.order];
    let pieces = own.pieces.max(2);
    let step_m = bud.length_m / pieces as f32;
    let share = 1.0 / pieces as f32;
    let wander = own.wander * math::sqrt(share);
    let lift = (own.lift + 1.2 * parameters.gravity * f32::from(u8::from(bud.order > 0))) * share;

    let mut point = bud.origin_m;
    let mut direction = bud.direction.normalize_or(Vec3::Y);
    let mut path_m = vec![point];
    for piece in 0..pieces {
        let late = 0.4 + 1.2 * (piece as f32 + 0.5) * share;
        direction += draws.normal_vector() * wander * 0.58 + Vec3::Y * lift * late;
        let low = point.y < form.lowest * parameters.height_m && direction.y < 0.0;
        if low {
            direction.y = 0.0;
        }
        direction = direction.normalize_or(Vec3::Y);
        point += direction * step_m;
        path_m.push(point);
    }
    let radii_m = (0..=pieces)
        .map(|i| {
            let t = i as f32 * share;
            let radius_m = bud.radius_m * (1.0 - parameters.taper * t);
            radius_m.max(THINNEST_M).min(bud.radius_m.max(1e-4))
        })
        .collect();
    Stem {
        parent: bud.parent,
        order: bud.order,
        path_m,
        radii_m,
        parent_radius_m: bud.parent_radius_m,
        continues: bud.continues,
        bears: false,
    }
}

/// Scales the paths so that wood and leaves together reach the asked height.
fn fit_height(stems: &mut [Stem], parameters: &GrowParameters) {
    let top = stems
        .iter()
        .flat_map(|stem| &stem.path_m)
        .fold(0.0_f32, |top, point| top.max(point.y));
    let leaves_m = if parameters.bundles > 0 {
        0.5 * math::sqrt(parameters.bundle_area_m2)
    } else {
        0.0
    };
    let wood_m = (parameters.height_m - leaves_m).max(0.6 * parameters.height_m);
    let scale = wood_m / top.max(1e-3);
    for point in stems.iter_mut().flat_map(|stem| &mut stem.path_m) {
        *point *= scale;
    }
}
