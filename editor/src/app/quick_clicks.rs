//! Clicks that are shorter than a frame.
//!
//! The canvas sees where a button was pressed in one frame and what became of it in the next; a press and its release in
//! the same frame would be nothing at all. So the release, and what follows it, waits for the next frame.

use egui::Event;

/// What waits for the next frame.
#[derive(Debug, Default)]
pub(super) struct QuickClicks {
    waiting: Vec<Event>,
}

impl QuickClicks {
    /// Puts what waited before `events` and holds back what comes too early; true when another frame is needed for it.
    pub(super) fn spread(&mut self, events: &mut Vec<Event>) -> bool {
        if !self.waiting.is_empty() {
            events.splice(0..0, self.waiting.drain(..));
        }
        let pressed = |event: &Event, down: bool| {
            if let Event::PointerButton {
                button, pressed, ..
            } = event
            {
                (*pressed == down).then_some(*button)
            } else {
                None
            }
        };
        let early = (0..events.len()).find(|&at| {
            pressed(&events[at], false).is_some_and(|released| {
                events[..at]
                    .iter()
                    .any(|event| pressed(event, true) == Some(released))
            })
        });
        if let Some(at) = early {
            self.waiting = events.split_off(at);
        }
        early.is_some()
    }
}

#[cfg(test)]
mod tests {
    use egui::{Modifiers, PointerButton, Pos2};

    use super::*;

    fn button(pressed: bool) -> Event {
        Event::PointerButton {
            pos: Pos2::ZERO,
            button: PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        }
    }

    #[test]
    fn a_double_click_within_one_frame_is_spread_over_three_and_loses_nothing() {
        let mut clicks = QuickClicks::default();
        let moved = Event::PointerMoved(Pos2::ZERO);
        let mut events = vec![
            moved.clone(),
            button(true),
            button(false),
            button(true),
            button(false),
        ];
        let mut frames = Vec::new();
        while clicks.spread(&mut events) {
            frames.push(std::mem::take(&mut events));
        }
        frames.push(events);
        assert_eq!(
            frames,
            [
                vec![moved, button(true)],
                vec![button(false), button(true)],
                vec![button(false)],
            ]
        );
    }

    #[test]
    fn a_slow_click_waits_for_nothing() {
        let mut clicks = QuickClicks::default();
        for pressed in [true, false] {
            let mut events = vec![button(pressed)];
            assert!(!clicks.spread(&mut events));
            assert_eq!(events, [button(pressed)]);
        }
    }
}
