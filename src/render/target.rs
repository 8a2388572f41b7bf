//! What a picture is drawn into.

use crate::gpu::Gpu;

/// Colors are stored sRGB-encoded and written linear through an sRGB view.
pub const COLOR_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8UnormSrgb;
/// The plain view of the same bytes, which windows show.
const STORED_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8Unorm;
/// 1 is far.
pub const DEPTH_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Depth32Float;

/// What a pipeline must know about its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TargetFormat {
    /// 1 or 4.
    pub num_samples: u32,
}

/// Color and depth of one picture.
#[derive(Debug)]
pub struct Target {
    /// Pixels.
    pub size: [u32; 2],
    color: wgpu::Texture,
    color_view: wgpu::TextureView,
    stored_view: wgpu::TextureView,
    multisampled: Option<wgpu::TextureView>,
    depth: wgpu::TextureView,
}

impl Target {
    /// A target of a size in pixels, each at least 1.
    pub fn new(gpu: &Gpu, format: TargetFormat, size: [u32; 2]) -> Self {
        let max = gpu.device.limits().max_texture_dimension_2d;
        let size = size.map(|n| n.clamp(1, max));
        let texture = |label, format, num_samples, usage, view_formats: &[_]| {
            gpu.device.create_texture(&wgpu::TextureDescriptor {
                label: Some(label),
                size: wgpu::Extent3d {
                    width: size[0],
                    height: size[1],
                    depth_or_array_layers: 1,
                },
                mip_level_count: 1,
                sample_count: num_samples,
                dimension: wgpu::TextureDimension::D2,
                format,
                usage: wgpu::TextureUsages::RENDER_ATTACHMENT | usage,
                view_formats,
            })
        };
        let color = texture(
            "picture",
            STORED_FORMAT,
            1,
            wgpu::TextureUsages::COPY_SRC | wgpu::TextureUsages::TEXTURE_BINDING,
            &[COLOR_FORMAT],
        );
        let view = |texture: &wgpu::Texture, format| {
            texture.create_view(&wgpu::TextureViewDescriptor {
                format: Some(format),
                usage: (format == COLOR_FORMAT).then_some(wgpu::TextureUsages::RENDER_ATTACHMENT),
                ..Default::default()
            })
        };
        let none = wgpu::TextureUsages::empty();
        let multisampled = (format.num_samples > 1).then(|| {
            view(
                &texture(
                    "multisampled picture",
                    COLOR_FORMAT,
                    format.num_samples,
                    none,
                    &[],
                ),
                COLOR_FORMAT,
            )
        });
        let depth = texture("depth", DEPTH_FORMAT, format.num_samples, none, &[]);
        Self {
            size,
            color_view: view(&color, COLOR_FORMAT),
            stored_view: view(&color, STORED_FORMAT),
            color,
            multisampled,
            depth: view(&depth, DEPTH_FORMAT),
        }
    }

    /// The finished picture, readable.
    pub fn color(&self) -> &wgpu::Texture {
        &self.color
    }

    /// The finished picture as a window wants it: sRGB bytes, read as they are.
    pub fn view(&self) -> &wgpu::TextureView {
        &self.stored_view
    }

    /// Begins a pass that clears it to black and far.
    pub(super) fn begin_pass<'e>(
        &self,
        encoder: &'e mut wgpu::CommandEncoder,
        timestamp_writes: Option<wgpu::RenderPassTimestampWrites<'_>>,
    ) -> wgpu::RenderPass<'e> {
        let (view, resolve_target) = match &self.multisampled {
            Some(multisampled) => (multisampled, Some(&self.color_view)),
            None => (&self.color_view, None),
        };
        encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("sketch"),
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view,
                depth_slice: None,
                resolve_target,
                ops: wgpu::Operations {
                    load: wgpu::LoadOp::Clear(wgpu::Color::BLACK),
                    store: if resolve_target.is_some() {
                        wgpu::StoreOp::Discard
                    } else {
                        wgpu::StoreOp::Store
                    },
                },
            })],
            depth_stencil_attachment: Some(wgpu::RenderPassDepthStencilAttachment {
                view: &self.depth,
                depth_ops: Some(wgpu::Operations {
                    load: wgpu::LoadOp::Clear(1.0),
                    store: wgpu::StoreOp::Discard,
                }),
                stencil_ops: None,
            }),
            timestamp_writes,
            occlusion_query_set: None,
            multiview_mask: None,
        })
    }
}
