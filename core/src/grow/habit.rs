//! What tells an oak from a birch from a spruce: numbers of branching, by order.

use windwright_runtime::math;

use super::Habit;

/// Most orders of wood.
pub(super) const ORDERS: usize = 5;

/// How a habit branches and carries its leaves.
#[derive(Debug, Clone, Copy)]
pub(super) struct Form {
    /// Length of the trunk over the height of the tree.
    pub(super) trunk_share: f32,
    /// Children of the trunk that stand in one ring; 1 for a spiral.
    pub(super) whorl: usize,
    /// By order, trunk first.
    pub(super) orders: [OrderForm; ORDERS],
    /// Length of a bundle over its width.
    pub(super) bundle_aspect: f32,
    /// How strongly bundles turn up (positive) or hang (negative).
    pub(super) bundle_lift: f32,
    /// Cards of a bundle at the finest level of detail.
    pub(super) cards: usize,
    /// Length of a card over its bundle's.
    pub(super) card_length: f32,
    /// Width of a card over its length.
    pub(super) card_aspect: f32,
    /// Largest angle between a card and its bundle's axis, radians.
    pub(super) card_spread_rad: f32,
    /// How strongly cards lie flat, 0..1.
    pub(super) card_flatness: f32,
    /// Height over the tree's below which nothing but the trunk grows.
    pub(super) lowest: f32,
    /// Widening of the trunk's foot, over its radius.
    pub(super) flare: f32,
    /// First order that has the bark of twigs.
    pub(super) twig_order: usize,
}

/// How stems of one order run, and how they bear children.
#[derive(Debug, Clone, Copy)]
pub(super) struct OrderForm {
    /// Pieces of a stem's path.
    pub(super) pieces: usize,
    /// Change of direction over the whole stem, about radians.
    pub(super) wander: f32,
    /// Bend up (positive) or down over the whole stem, about radians.
    pub(super) lift: f32,
    /// Children of a stem of mean length.
    pub(super) children: f32,
    /// Length of the longest child over the stem's (trunk: over the tree's height).
    pub(super) child_length: f32,
    /// Part of that length that a child near the stem's tip lacks.
    pub(super) falloff: f32,
    /// Radius of a child over the stem's radius there.
    pub(super) child_radius: f32,
    /// Where on the stem the first child stands, 0..1.
    pub(super) first: f32,
    /// Factors on the angle of branching, for the first and the last child.
    pub(super) angle: [f32; 2],
    /// How strongly children stand to the left and right instead of all around, 0..1.
    pub(super) planar: f32,
    /// Length of the stem's continuation over the stem's; 0 for none.
    pub(super) leader: f32,
}

const fn order(pieces: usize, wander: f32, lift: f32) -> OrderForm {
    OrderForm {
        pieces,
        wander,
        lift,
        children: 3.0,
        child_length: 0.55,
        falloff: 0.45,
        child_radius: 0.6,
        first: 0.3,
        angle: [0.9, 0.7],
        planar: 0.4,
        leader: 0.4,
    }
}

const OAK: Form = Form {
    trunk_share: 0.66,
    whorl: 1,
    orders: [
        OrderForm {
            children: 13.0,
            child_length: 0.53,
            child_radius: 0.56,
            first: 0.36,
            angle: [1.5, 0.75],
            planar: 0.0,
            leader: 0.36,
            ..order(22, 0.35, 0.1)
        },
        OrderForm {
            children: 8.0,
            child_length: 0.52,
            falloff: 0.35,
            child_radius: 0.55,
            first: 0.2,
            angle: [0.95, 0.75],
            planar: 0.5,
            leader: 0.34,
            ..order(12, 0.75, 0.3)
        },
        OrderForm {
            children: 4.6,
            child_length: 0.6,
            falloff: 0.3,
            child_radius: 0.55,
            first: 0.2,
            angle: [1.0, 0.8],
            ..order(7, 0.7, 0.25)
        },
        order(4, 0.6, 0.2),
        order(3, 0.6, 0.1),
    ],
    bundle_aspect: 1.1,
    bundle_lift: 0.25,
    cards: 22,
    card_length: 0.42,
    card_aspect: 0.85,
    card_spread_rad: 1.35,
    card_flatness: 0.35,
    lowest: 0.24,
    flare: 0.75,
    twig_order: ORDERS,
};

const BIRCH: Form = Form {
    trunk_share: 0.93,
    orders: [
        OrderForm {
            children: 28.0,
            child_length: 0.235,
            child_radius: 0.42,
            first: 0.2,
            angle: [1.25, 0.75],
            planar: 0.0,
            leader: 0.06,
            ..order(24, 0.2, 0.1)
        },
        OrderForm {
            children: 5.0,
            child_length: 0.5,
            child_radius: 0.5,
            first: 0.3,
            angle: [1.0, 0.8],
            planar: 0.5,
            ..order(9, 0.4, -0.35)
        },
        OrderForm {
            children: 3.8,
            child_length: 0.85,
            falloff: 0.2,
            child_radius: 0.6,
            first: 0.3,
            angle: [1.2, 0.8],
            ..order(6, 0.5, -1.1)
        },
        order(5, 0.35, -1.6),
        order(3, 0.3, -1.2),
    ],
    bundle_aspect: 1.9,
    bundle_lift: -0.9,
    card_length: 0.42,
    card_aspect: 0.7,
    card_spread_rad: 0.9,
    card_flatness: 0.0,
    lowest: 0.14,
    flare: 0.4,
    twig_order: 2,
    ..OAK
};

const SPRUCE: Form = Form {
    trunk_share: 0.97,
    whorl: 5,
    orders: [
        OrderForm {
            children: 95.0,
            child_length: 0.23,
            child_radius: 0.3,
            first: 0.05,
            angle: [1.18, 0.6],
            planar: 0.0,
            leader: 0.0,
            ..order(24, 0.06, 0.1)
        },
        OrderForm {
            children: 6.0,
            child_length: 0.45,
            falloff: 0.6,
            child_radius: 0.5,
            first: 0.14,
            angle: [0.75, 0.6],
            planar: 0.95,
            leader: 0.2,
            ..order(7, 0.15, -0.1)
        },
        OrderForm {
            children: 2.0,
            planar: 0.9,
            leader: 0.0,
            ..order(4, 0.2, -0.25)
        },
        order(3, 0.2, -0.2),
        order(3, 0.2, -0.2),
    ],
    bundle_aspect: 1.6,
    bundle_lift: -0.12,
    card_length: 0.6,
    card_aspect: 0.75,
    card_spread_rad: 0.75,
    card_flatness: 0.8,
    lowest: 0.03,
    flare: 0.5,
    ..OAK
};

impl Form {
    pub(super) fn of(habit: Habit) -> &'static Self {
        match habit {
            Habit::Oak => &OAK,
            Habit::Birch => &BIRCH,
            Habit::Spruce => &SPRUCE,
        }
    }
}

/// Length of a limb over the longest limb's; `t` is its place in the crown, 0 lowest, 1 top.
pub(super) fn crown_profile(habit: Habit, t: f32) -> f32 {
    match habit {
        Habit::Oak => dome(t, 0.32, 0.78),
        Habit::Birch => dome(t, 0.3, 0.75) * (1.0 - 0.25 * t),
        Habit::Spruce => (0.06 + 0.94 * (1.0 - t)) * math::smoothstep(-0.25, 0.12, t),
    }
}

fn dome(t: f32, widest: f32, half_height: f32) -> f32 {
    let x = (t - widest) / half_height;
    math::sqrt((1.0 - x * x).max(0.12))
}
