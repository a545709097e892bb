//! How long the device works on a picture.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU32, Ordering},
    },
    time::Instant,
};

use wgpu::{Buffer, BufferUsages, CommandEncoder, Device, Features, QuerySet, Queue};

/// What timestamps on the device need.
pub(super) const FEATURES: Features =
    Features::TIMESTAMP_QUERY.union(Features::TIMESTAMP_QUERY_INSIDE_ENCODERS);
/// Two timestamps.
const BYTES: u64 = 16;

/// Measures pictures one at a time: by timestamps where the device has them, else from submission to completion.
#[derive(Debug)]
pub(super) struct GpuTime {
    stamps: Option<Stamps>,
    shared: Arc<Shared>,
    /// Whether the picture that is being encoded is measured.
    chosen: bool,
}

#[derive(Debug)]
struct Stamps {
    set: QuerySet,
    resolved: Buffer,
    read: Buffer,
    period_ns: f32,
}

#[derive(Debug, Default)]
struct Shared {
    /// Bits of the newest measurement, milliseconds; 0 when there is none.
    latest_ms: AtomicU32,
    /// Whether a picture is being measured.
    busy: AtomicBool,
}

impl Shared {
    fn finish(&self, milliseconds: f32) {
        self.latest_ms
            .store(milliseconds.max(0.001).to_bits(), Ordering::Relaxed);
        self.busy.store(false, Ordering::Release);
    }
}

impl GpuTime {
    /// Software adapters get no timestamps: theirs are wrong.
    pub(super) fn new(device: &Device, queue: &Queue) -> Self {
        let software = device.adapter_info().device_type == wgpu::DeviceType::Cpu;
        let stamped = device.features().contains(FEATURES) && !software;
        Self {
            stamps: stamped.then(|| Stamps::new(device, queue)),
            shared: Arc::default(),
            chosen: false,
        }
    }

    /// Milliseconds of the newest measured picture.
    pub(super) fn latest_ms(&self) -> Option<f32> {
        let bits = self.shared.latest_ms.load(Ordering::Relaxed);
        (bits != 0).then(|| f32::from_bits(bits))
    }

    /// Before the first pass.
    pub(super) fn begin(&mut self, encoder: &mut CommandEncoder) {
        self.chosen = !self.shared.busy.swap(true, Ordering::Acquire);
        if let Some(stamps) = self.stamps.as_ref().filter(|_| self.chosen) {
            encoder.write_timestamp(&stamps.set, 0);
        }
    }

    /// After the last pass.
    pub(super) fn end(&self, encoder: &mut CommandEncoder) {
        if let Some(stamps) = self.stamps.as_ref().filter(|_| self.chosen) {
            encoder.write_timestamp(&stamps.set, 1);
            encoder.resolve_query_set(&stamps.set, 0..2, &stamps.resolved, 0);
            encoder.copy_buffer_to_buffer(&stamps.resolved, 0, &stamps.read, 0, BYTES);
        }
    }

    /// After the picture was submitted.
    pub(super) fn submitted(&self, queue: &Queue) {
        if !self.chosen {
            return;
        }
        let shared = Arc::clone(&self.shared);
        let Some(stamps) = &self.stamps else {
            let begun = Instant::now();
            queue.on_submitted_work_done(move || {
                shared.finish(begun.elapsed().as_secs_f32() * 1000.0);
            });
            return;
        };
        let (read, period_ns) = (stamps.read.clone(), stamps.period_ns);
        stamps
            .read
            .map_async(wgpu::MapMode::Read, .., move |result| {
                let milliseconds = result
                    .ok()
                    .and_then(|()| elapsed_ms(&read, period_ns))
                    .unwrap_or_default();
                read.unmap();
                shared.finish(milliseconds);
            });
    }
}

impl Stamps {
    fn new(device: &Device, queue: &Queue) -> Self {
        let buffer = |label, usage| {
            device.create_buffer(&wgpu::BufferDescriptor {
                label: Some(label),
                size: BYTES,
                usage: usage | BufferUsages::COPY_DST,
                mapped_at_creation: false,
            })
        };
        Self {
            set: device.create_query_set(&wgpu::QuerySetDescriptor {
                label: Some("picture"),
                ty: wgpu::QueryType::Timestamp,
                count: 2,
            }),
            resolved: buffer(
                "timestamps",
                BufferUsages::QUERY_RESOLVE | BufferUsages::COPY_SRC,
            ),
            read: buffer("timestamps to read", BufferUsages::MAP_READ),
            period_ns: queue.get_timestamp_period(),
        }
    }
}

fn elapsed_ms(read: &Buffer, period_ns: f32) -> Option<f32> {
    let mapped = read.get_mapped_range(..).ok()?;
    let (begin, end) = mapped.split_at_checked(8)?;
    let begin = u64::from_le_bytes(begin.try_into().ok()?);
    let end = u64::from_le_bytes(end.try_into().ok()?);
    Some(end.saturating_sub(begin) as f32 * period_ns * 1e-6)
}
