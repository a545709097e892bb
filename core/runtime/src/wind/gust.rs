//! Gust fronts: bands of faster air that are born upwind, travel with the wind and pass the viewer.
//!
//! Each front is a function of the distance behind its leading edge, so it can be evaluated anywhere: in the border of
//! the grid, as a force inside it, and in the open beyond it.

use super::noise;
use crate::{
    math::{lerp, saturate},
    preset::wind::Gust,
    random,
};

/// Most fronts alive at a time.
const MAX_FRONTS: usize = 24;
/// Least distance from the viewer at which fronts are born and forgotten, metres.
const LEAST_REACH_M: f64 = 160.0;
/// Shortest rise and fall, metres: what the coarsest cells of the default grid still carry.
const SHORTEST_M: f32 = 3.0;
/// Slowest wind that makes gusts, m/s.
const SLOWEST_M_PER_S: f32 = 0.2;
/// Spread of the strength of single fronts and of the time between them, as a share.
const SPREAD: f32 = 0.2;
/// The leading edge bulges by this much, metres, over this distance along the front.
const BULGE_M: f32 = 2.5;
const BULGE_LENGTH_M: f64 = 14.0;
/// A front is weaker in places, down to this share, over this distance along it, metres.
const WEAKEST_SHARE: f32 = 0.5;
const WEAK_LENGTH_M: f64 = 23.0;

/// How a front rises and falls, by the distance behind its leading edge.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
struct Shape {
    peak_m_per_s: f32,
    rise_m: f32,
    fall_m: f32,
}

impl Shape {
    /// Added speed and its change per metre, `behind_m` metres behind the edge.
    fn at(&self, behind_m: f32) -> (f32, f32) {
        let rise = saturate(behind_m / self.rise_m);
        let fall = saturate((behind_m - self.rise_m) / self.fall_m);
        let step = |t: f32| t * t * (3.0 - 2.0 * t);
        let slope = |t: f32| 6.0 * t * (1.0 - t);
        (
            self.peak_m_per_s * (step(rise) - step(fall)),
            self.peak_m_per_s * (slope(rise) / self.rise_m - slope(fall) / self.fall_m),
        )
    }
}

/// One front: a ragged line across its direction of travel.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
struct Front {
    /// The viewer's place when it was born, x and z, metres.
    anchor_m: [f64; 2],
    /// Unit vector of travel, x and z.
    along: [f32; 2],
    /// Place of the edge along it, metres from the anchor.
    edge_m: f64,
    /// Its part of the last tick, metres.
    step_m: f64,
    /// Own strength around the mean one.
    draw: f32,
    lane: u64,
    shape: Shape,
    shape_before: Shape,
}

/// What a front does at a place.
pub(super) struct Touch {
    /// Unit vector of travel, x and z.
    pub(super) along: [f32; 2],
    /// Added speed at the reference height, m/s.
    pub(super) speed_m_per_s: f32,
    /// What the shape of the tick before would add there, m/s.
    pub(super) speed_before_m_per_s: f32,
    /// Change of the added speed per metre backwards, 1/s.
    pub(super) slope_per_s: f32,
}

impl Front {
    /// `back` ticks ago, 0..1; nothing where the front is not.
    fn touch(&self, place_m: [f64; 2], back: f64) -> Option<Touch> {
        let offset = [place_m[0] - self.anchor_m[0], place_m[1] - self.anchor_m[1]];
        let along = self.along.map(f64::from);
        let ahead_m = offset[0] * along[0] + offset[1] * along[1];
        let behind_m = (self.edge_m - back * self.step_m - ahead_m) as f32;
        let length_m = (self.shape.rise_m + self.shape.fall_m)
            .max(self.shape_before.rise_m + self.shape_before.fall_m);
        if !(-BULGE_M..length_m + BULGE_M).contains(&behind_m) {
            return None;
        }
        let across_m = offset[1] * along[0] - offset[0] * along[1];
        let behind_m = behind_m + BULGE_M * noise::line(self.lane, across_m / BULGE_LENGTH_M);
        let weak = noise::line(self.lane ^ 1, across_m / WEAK_LENGTH_M);
        let share = lerp(WEAKEST_SHARE, 1.0, 0.5 + 0.5 * weak);
        let (speed, slope) = self.shape.at(behind_m);
        let speed_before = if self.shape == self.shape_before {
            speed
        } else {
            self.shape_before.at(behind_m).0
        };
        Some(Touch {
            along: self.along,
            speed_m_per_s: share * speed,
            speed_before_m_per_s: share * speed_before,
            slope_per_s: share * slope,
        })
    }
}

/// What the fronts need to know of the wind.
#[derive(Debug, Clone, Copy)]
pub(super) struct Carrier {
    /// Mean speed at the reference height, m/s.
    pub(super) speed_m_per_s: f32,
    /// Unit vector of the mean wind over the ground, x and z.
    pub(super) along: [f32; 2],
    /// The viewer's place, x and z, metres.
    pub(super) viewer_m: [f64; 2],
    /// Distance from the viewer at which fronts are born and forgotten, metres.
    pub(super) reach_m: f64,
    pub(super) seed: u64,
}

/// All fronts alive.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Fronts {
    alive: [Front; MAX_FRONTS],
    count: usize,
    /// Part of the mean interval left before the next birth.
    wait: f32,
    born: u64,
}

impl Fronts {
    /// The fronts that would be on their way if the wind had blown for ever, the first one close.
    pub(super) fn new(gust: &Gust, carrier: &Carrier) -> Self {
        let mut fronts = Self {
            alive: [Front::default(); MAX_FRONTS],
            count: 0,
            wait: 0.0,
            born: 0,
        };
        let spacing_m = f64::from(gust.interval_s * carrier.speed_m_per_s);
        if gust.interval_s <= 0.0 || carrier.speed_m_per_s < SLOWEST_M_PER_S {
            fronts.wait = 1.0;
            return fronts;
        }
        let mut distance_m = spacing_m * f64::from(fronts.next_wait(carrier.seed));
        while distance_m < carrier.reach() && fronts.count < MAX_FRONTS {
            fronts.bear(carrier, -distance_m);
            distance_m += spacing_m * f64::from(fronts.next_wait(carrier.seed));
        }
        fronts.wait = ((distance_m - carrier.reach()) / spacing_m).clamp(0.0, 2.0) as f32;
        for front in &mut fronts.alive {
            front.shape = shape(gust, carrier, front.draw);
            front.shape_before = front.shape;
        }
        fronts
    }

    /// One tick: births, travel, deaths.
    pub(super) fn advance(&mut self, gust: &Gust, carrier: &Carrier, tick_s: f32) {
        for front in &mut self.alive[..self.count] {
            front.step_m = f64::from(carrier.speed_m_per_s * tick_s);
            front.edge_m += front.step_m;
            front.shape_before = front.shape;
            front.shape = shape(gust, carrier, front.draw);
        }
        self.forget(carrier);
        if gust.interval_s <= 0.0 || carrier.speed_m_per_s < SLOWEST_M_PER_S {
            return;
        }
        self.wait -= tick_s / gust.interval_s;
        if self.wait <= 0.0 && self.count < MAX_FRONTS {
            self.bear(carrier, -carrier.reach());
            let newest = &mut self.alive[self.count - 1];
            newest.shape = shape(gust, carrier, newest.draw);
            newest.shape_before = newest.shape;
            self.wait = self.next_wait(carrier.seed);
        }
    }

    /// Whether there is no front at all.
    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Every front that reaches the place, `back` ticks ago (0..1).
    pub(super) fn touches(&self, place_m: [f64; 2], back: f64) -> impl Iterator<Item = Touch> + '_ {
        self.alive[..self.count]
            .iter()
            .filter_map(move |front| front.touch(place_m, back))
    }

    /// Added wind at the reference height, x and z, m/s, `back` ticks ago (0..1).
    pub(super) fn at(&self, place_m: [f64; 2], back: f64) -> [f32; 2] {
        let mut sum = [0.0; 2];
        for touch in self.touches(place_m, back) {
            sum[0] += touch.along[0] * touch.speed_m_per_s;
            sum[1] += touch.along[1] * touch.speed_m_per_s;
        }
        sum
    }

    fn next_wait(&self, seed: u64) -> f32 {
        random::range(lane(seed, self.born), 0, 0, 1.0 - SPREAD, 1.0 + SPREAD)
    }

    fn bear(&mut self, carrier: &Carrier, edge_m: f64) {
        let lane = lane(carrier.seed, self.born);
        self.alive[self.count] = Front {
            anchor_m: carrier.viewer_m,
            along: carrier.along,
            edge_m,
            step_m: 0.0,
            draw: random::range(lane, 1, 0, 1.0 - SPREAD, 1.0 + SPREAD),
            lane,
            shape: Shape::default(),
            shape_before: Shape::default(),
        };
        self.count += 1;
        self.born += 1;
    }

    /// Drops the fronts that have left the viewer behind, or that the viewer has left.
    fn forget(&mut self, carrier: &Carrier) {
        let mut kept = 0;
        for index in 0..self.count {
            let front = self.alive[index];
            let offset = [
                carrier.viewer_m[0] - front.anchor_m[0],
                carrier.viewer_m[1] - front.anchor_m[1],
            ];
            let ahead_m =
                offset[0] * f64::from(front.along[0]) + offset[1] * f64::from(front.along[1]);
            let past_m = front.edge_m - ahead_m;
            let length_m = f64::from(front.shape.rise_m + front.shape.fall_m);
            if past_m < carrier.reach() + length_m && past_m > -2.0 * carrier.reach() {
                self.alive[kept] = front;
                kept += 1;
            }
        }
        self.count = kept;
    }
}

impl Carrier {
    fn reach(&self) -> f64 {
        self.reach_m.max(LEAST_REACH_M)
    }
}

fn lane(seed: u64, number: u64) -> u64 {
    random::bits(seed, number, 0x6775_7374) & !1
}

fn shape(gust: &Gust, carrier: &Carrier, draw: f32) -> Shape {
    let speed = carrier.speed_m_per_s;
    Shape {
        peak_m_per_s: draw * gust.strength * speed,
        rise_m: (gust.rise_s * speed).max(SHORTEST_M),
        fall_m: (gust.fall_s * speed).max(SHORTEST_M),
    }
}
