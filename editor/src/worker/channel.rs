//! Two small channels in which only the newest counts.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A place for one message: a newer one takes the place of one that was not fetched.
#[derive(Debug)]
pub struct Newest<T> {
    state: Mutex<Place<T>>,
    changed: Condvar,
}

#[derive(Debug)]
struct Place<T> {
    message: Option<T>,
    closed: bool,
}

impl<T> Default for Newest<T> {
    fn default() -> Self {
        Self {
            state: Mutex::new(Place {
                message: None,
                closed: false,
            }),
            changed: Condvar::new(),
        }
    }
}

impl<T> Newest<T> {
    /// Leaves a message.
    pub fn put(&self, message: T) {
        lock(&self.state).message = Some(message);
        self.changed.notify_one();
    }

    /// Fetches the message, if there is one.
    pub fn take(&self) -> Option<T> {
        lock(&self.state).message.take()
    }

    /// Waits for a message; `None` once closed.
    pub fn wait(&self) -> Option<T> {
        let mut place = lock(&self.state);
        loop {
            if place.closed {
                return None;
            }
            if let Some(message) = place.message.take() {
                return Some(message);
            }
            place = self
                .changed
                .wait(place)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Ends all waiting.
    pub fn close(&self) {
        lock(&self.state).closed = true;
        self.changed.notify_all();
    }
}

/// Writer's end of a triple buffer.
#[derive(Debug)]
pub struct Writer<T> {
    back: T,
    middle: Arc<Mutex<(T, bool)>>,
}

/// Reader's end of a triple buffer.
#[derive(Debug)]
pub struct Reader<T> {
    front: T,
    middle: Arc<Mutex<(T, bool)>>,
}

/// Three buffers: one is written, one is read, the third holds the newest finished one. Neither end waits for the other's work.
pub fn triple_buffer<T: Default>() -> (Writer<T>, Reader<T>) {
    let middle = Arc::new(Mutex::new((T::default(), false)));
    let writer = Writer {
        back: T::default(),
        middle: Arc::clone(&middle),
    };
    let reader = Reader {
        front: T::default(),
        middle,
    };
    (writer, reader)
}

impl<T> Writer<T> {
    /// The buffer to write; holds an old content whose allocations can be used again.
    pub fn buffer(&mut self) -> &mut T {
        &mut self.back
    }

    /// Hands the buffer over.
    pub fn publish(&mut self) {
        let mut middle = lock(&self.middle);
        std::mem::swap(&mut self.back, &mut middle.0);
        middle.1 = true;
    }
}

impl<T> Reader<T> {
    /// Fetches the newest content, if there is a new one, and says whether there was.
    pub fn update(&mut self) -> bool {
        let mut middle = lock(&self.middle);
        let fresh = std::mem::take(&mut middle.1);
        if fresh {
            std::mem::swap(&mut self.front, &mut middle.0);
        }
        fresh
    }

    /// The content fetched last.
    pub fn get(&self) -> &T {
        &self.front
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_newest_message_arrives() {
        let place = Newest::default();
        place.put(1);
        place.put(2);
        assert_eq!((place.wait(), place.take()), (Some(2), None));
        place.close();
        assert_eq!(place.wait(), None);
    }

    #[test]
    fn the_reader_sees_whole_contents_in_order() {
        let (mut writer, mut reader) = triple_buffer::<Vec<u32>>();
        assert!(!reader.update());
        std::thread::scope(|scope| {
            scope.spawn(move || {
                for number in 1..=2_000 {
                    let buffer = writer.buffer();
                    buffer.clear();
                    buffer.extend([number; 64]);
                    writer.publish();
                }
            });
            let mut last = 0;
            while last < 2_000 {
                if reader.update() {
                    let content = reader.get();
                    assert!(content.iter().all(|number| *number == content[0]));
                    assert!(content[0] > last);
                    last = content[0];
                }
            }
        });
    }
}
