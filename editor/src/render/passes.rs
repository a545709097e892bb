//! The passes of a picture, in order.

use wgpu::{
    BindGroup, Color, CommandEncoder, IndexFormat, LoadOp, Operations, RenderPass,
    RenderPassColorAttachment, RenderPassDepthStencilAttachment, RenderPassDescriptor, StoreOp,
    TextureView,
};

use super::{
    fixed_pipelines::FixedPipelines,
    forest::{Batch, Forest},
    grass::{BLADE_INDICES, GrassDraw},
    scene_pipelines::ScenePipelines,
    targets::Targets,
    terrain::Terrain,
};

/// Trees of one cascade.
pub(super) fn draw_shadow(
    encoder: &mut CommandEncoder,
    layer: &TextureView,
    pipelines: &FixedPipelines,
    view: (&BindGroup, u32),
    forest: &Forest,
    batches: &[Batch],
) {
    let mut pass = encoder.begin_render_pass(&RenderPassDescriptor {
        label: Some("shadow"),
        color_attachments: &[],
        depth_stencil_attachment: Some(depth_attachment(layer, 1.0, StoreOp::Store)),
        ..Default::default()
    });
    pass.set_bind_group(0, view.0, &[view.1]);
    pass.set_pipeline(&pipelines.wood_shadow);
    draw_parts(&mut pass, forest, batches, false);
    pass.set_pipeline(&pipelines.leaf_shadow);
    draw_parts(&mut pass, forest, batches, true);
}

/// What the main pass draws.
pub(super) struct Contents<'a> {
    /// Frame's bind group.
    pub(super) frame: &'a BindGroup,
    /// Trees.
    pub(super) forest: &'a Forest,
    /// Trees that are seen.
    pub(super) batches: &'a [Batch],
    /// Ground and grass.
    pub(super) terrain: &'a Terrain,
    /// Grass that is seen.
    pub(super) grass: &'a [GrassDraw],
}

/// Trees, grass, ground and sky, near things first.
pub(super) fn draw_scene(
    encoder: &mut CommandEncoder,
    targets: &Targets,
    pipelines: &ScenePipelines,
    contents: &Contents<'_>,
) {
    let (view, resolve_target) = match &targets.samples {
        Some(samples) => (samples, Some(&targets.hdr)),
        None => (&targets.hdr, None),
    };
    let mut pass = encoder.begin_render_pass(&RenderPassDescriptor {
        label: Some("scene"),
        color_attachments: &[Some(RenderPassColorAttachment {
            view,
            depth_slice: None,
            resolve_target,
            ops: Operations {
                load: LoadOp::Clear(Color::BLACK),
                store: StoreOp::Store,
            },
        })],
        depth_stencil_attachment: Some(depth_attachment(&targets.depth, 0.0, StoreOp::Discard)),
        ..Default::default()
    });
    pass.set_bind_group(0, contents.frame, &[]);
    pass.set_pipeline(&pipelines.wood);
    draw_parts(&mut pass, contents.forest, contents.batches, false);
    pass.set_pipeline(&pipelines.leaf);
    draw_parts(&mut pass, contents.forest, contents.batches, true);

    let terrain = contents.terrain;
    if !contents.grass.is_empty() {
        pass.set_pipeline(&pipelines.grass);
        pass.set_vertex_buffer(0, terrain.tufts.buffer.slice(..));
        pass.set_index_buffer(terrain.tuft_indices.buffer.slice(..), IndexFormat::Uint16);
        for draw in contents.grass {
            pass.draw_indexed(
                0..draw.blades * BLADE_INDICES,
                0,
                draw.first..draw.first + draw.count,
            );
        }
    }
    if terrain.index_count > 0 {
        pass.set_pipeline(&pipelines.ground);
        pass.set_vertex_buffer(0, terrain.vertices.buffer.slice(..));
        pass.set_index_buffer(terrain.indices.buffer.slice(..), IndexFormat::Uint32);
        pass.draw_indexed(0..terrain.index_count, 0, 0..1);
    }
    pass.set_pipeline(&pipelines.sky);
    pass.draw(0..pipelines.sky_vertices(), 0..1);
}

/// One triangle over `targets` with everything bound.
pub(super) fn draw_screen(
    encoder: &mut CommandEncoder,
    label: &str,
    targets: &[&TextureView],
    pipeline: &wgpu::RenderPipeline,
    group: &BindGroup,
) {
    let attachments: Vec<Option<RenderPassColorAttachment<'_>>> = targets
        .iter()
        .map(|view| {
            Some(RenderPassColorAttachment {
                view,
                depth_slice: None,
                resolve_target: None,
                ops: Operations {
                    load: LoadOp::Clear(Color::BLACK),
                    store: StoreOp::Store,
                },
            })
        })
        .collect();
    let mut pass = encoder.begin_render_pass(&RenderPassDescriptor {
        label: Some(label),
        color_attachments: &attachments,
        ..Default::default()
    });
    pass.set_pipeline(pipeline);
    pass.set_bind_group(0, group, &[]);
    pass.draw(0..3, 0..1);
}

fn draw_parts(pass: &mut RenderPass<'_>, forest: &Forest, batches: &[Batch], leaves: bool) {
    pass.set_bind_group(1, &forest.bind_group, &[]);
    for batch in batches {
        let plant = &forest.plants[batch.plant];
        let Some(mesh) = plant.lods.get(batch.lod) else {
            continue;
        };
        let mut bound = false;
        for part in mesh.parts.iter().filter(|part| part.leaf == leaves) {
            if !bound {
                pass.set_vertex_buffer(0, mesh.vertices.slice(..));
                pass.set_index_buffer(mesh.indices.slice(..), IndexFormat::Uint32);
                bound = true;
            }
            pass.set_bind_group(2, &plant.materials[part.material], &[]);
            pass.draw_indexed(
                part.indices.clone(),
                0,
                batch.first..batch.first + batch.count,
            );
        }
    }
}

fn depth_attachment(
    view: &TextureView,
    clear: f32,
    store: StoreOp,
) -> RenderPassDepthStencilAttachment<'_> {
    RenderPassDepthStencilAttachment {
        view,
        depth_ops: Some(Operations {
            load: LoadOp::Clear(clear),
            store,
        }),
        stencil_ops: None,
    }
}
