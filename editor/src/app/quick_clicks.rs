//! Presses that are shorter than a frame.
//!
//! The canvas sees where a button was pressed in one frame, and what the pointer did with it in the next; a click or a pull
//! within one frame would be nothing, or begin at the wrong place. So a press ends its frame.

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
        let press = events
            .iter()
            .position(|event| matches!(event, Event::PointerButton { pressed: true, .. }));
        if let Some(press) = press {
            self.waiting = events.split_off(press + 1);
        }
        !self.waiting.is_empty()
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
    fn a_pull_within_one_frame_begins_where_the_button_was_pressed() {
        let mut clicks = QuickClicks::default();
        let moved = Event::PointerMoved(Pos2::new(90.0, 0.0));
        let mut events = vec![button(true), moved.clone(), button(false)];
        assert!(clicks.spread(&mut events));
        assert_eq!(events, [button(true)]);
        events.clear();
        assert!(!clicks.spread(&mut events));
        assert_eq!(events, [moved, button(false)]);
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
