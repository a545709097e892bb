//! Layouts of what the pipelines read.

use wgpu::{BindGroupLayout, Device, ShaderStages};

use super::gpu::{self, COMPARISON, SAMPLER, SHADOW_MAP, STORAGE, colour_binding, uniform_binding};

/// Layouts of the bind groups.
#[derive(Debug)]
pub(super) struct Layouts {
    pub(super) frame: BindGroupLayout,
    pub(super) plants: BindGroupLayout,
    pub(super) material: BindGroupLayout,
    pub(super) shadow: BindGroupLayout,
    pub(super) accumulate: BindGroupLayout,
    pub(super) bloom: BindGroupLayout,
    pub(super) tone: BindGroupLayout,
}

impl Layouts {
    /// All layouts.
    pub(super) fn new(device: &Device) -> Self {
        const BOTH: ShaderStages = ShaderStages::VERTEX_FRAGMENT;
        const VERTEX: ShaderStages = ShaderStages::VERTEX;
        const FRAGMENT: ShaderStages = ShaderStages::FRAGMENT;
        let (uniform, colour) = (uniform_binding(false), colour_binding(true));
        let exact = colour_binding(false);
        let make = |label, entries: &[_]| gpu::layout(device, label, entries);
        Self {
            frame: make(
                "frame",
                &[
                    (BOTH, uniform),
                    (BOTH, colour),
                    (BOTH, SAMPLER),
                    (BOTH, SAMPLER),
                    (FRAGMENT, exact),
                    (BOTH, colour),
                    (BOTH, SHADOW_MAP),
                    (BOTH, COMPARISON),
                    (FRAGMENT, colour),
                    (BOTH, colour),
                ],
            ),
            plants: make(
                "plants",
                &[(VERTEX, STORAGE), (VERTEX, STORAGE), (VERTEX, STORAGE)],
            ),
            material: make(
                "material",
                &[(BOTH, uniform), (FRAGMENT, colour), (FRAGMENT, SAMPLER)],
            ),
            shadow: make("shadow", &[(VERTEX, uniform_binding(true))]),
            accumulate: make(
                "accumulate",
                &[(FRAGMENT, uniform), (FRAGMENT, exact), (FRAGMENT, exact)],
            ),
            bloom: make(
                "bloom",
                &[(FRAGMENT, uniform), (FRAGMENT, colour), (FRAGMENT, SAMPLER)],
            ),
            tone: make(
                "tone",
                &[
                    (FRAGMENT, uniform),
                    (FRAGMENT, colour),
                    (FRAGMENT, SAMPLER),
                    (FRAGMENT, exact),
                    (FRAGMENT, colour),
                    (FRAGMENT, colour),
                    (FRAGMENT, colour),
                ],
            ),
        }
    }
}
