//! A window with its surface, and egui on it.

use std::sync::Arc;

use egui::ViewportId;
use egui_wgpu::ScreenDescriptor;
use winit::dpi::LogicalSize;
use winit::event_loop::ActiveEventLoop;
use winit::window::Window;

use crate::gpu::{AdapterChoice, Gpu};
use crate::render::{Blit, BlitSource, Renderer, Target};

use super::AppError;

/// In points, before a person resizes it.
const SIZE: LogicalSize<f64> = LogicalSize::new(1360.0, 840.0);
const MIN_SIZE: LogicalSize<f64> = LogicalSize::new(640.0, 400.0);

pub(super) struct Screen {
    pub(super) window: Arc<Window>,
    pub(super) gpu: Gpu,
    pub(super) egui: egui_winit::State,
    surface: wgpu::Surface<'static>,
    config: wgpu::SurfaceConfiguration,
    painter: egui_wgpu::Renderer,
    blit: Blit,
    picture: Option<(Target, BlitSource)>,
}

impl Screen {
    /// Opens a window and a device that can draw into it.
    pub(super) fn new(
        event_loop: &ActiveEventLoop,
        choice: &AdapterChoice,
    ) -> Result<Self, AppError> {
        let monitor = event_loop
            .primary_monitor()
            .or_else(|| event_loop.available_monitors().next());
        // Room for a title bar and a dock is left on a small screen.
        let size = monitor.map_or(SIZE, |monitor| {
            let screen = monitor.size().to_logical::<f64>(monitor.scale_factor());
            LogicalSize::new(
                SIZE.width.min(screen.width * 0.98),
                SIZE.height.min(screen.height * 0.94),
            )
        });
        let attributes = Window::default_attributes()
            .with_title("swimlab")
            .with_inner_size(size)
            .with_min_inner_size(MIN_SIZE);
        let window = Arc::new(event_loop.create_window(attributes)?);
        let context = egui::Context::default();
        crate::ui::apply_theme(&context);
        Self::on(window, event_loop, choice, context)
    }

    /// The same window with another device, after the old one was lost.
    pub(super) fn renewed(
        &self,
        event_loop: &ActiveEventLoop,
        choice: &AdapterChoice,
    ) -> Result<Self, AppError> {
        // A context of its own: textures that egui has uploaded are gone with the device. What it
        // remembers of panels and groups goes on.
        let context = egui::Context::default();
        crate::ui::apply_theme(&context);
        let memory = self.egui.egui_ctx().memory(Clone::clone);
        context.memory_mut(|new| *new = memory);
        Self::on(Arc::clone(&self.window), event_loop, choice, context)
    }

    fn on(
        window: Arc<Window>,
        event_loop: &ActiveEventLoop,
        choice: &AdapterChoice,
        context: egui::Context,
    ) -> Result<Self, AppError> {
        let instance = Gpu::instance(Some(Box::new(event_loop.owned_display_handle())));
        let surface = instance.create_surface(Arc::clone(&window))?;
        let gpu = pollster::block_on(Gpu::open(&instance, choice, Some(&surface)))?;
        let config = configuration(&gpu, &surface, &window)?;
        let max_side = gpu.device.limits().max_texture_dimension_2d as usize;
        let egui = egui_winit::State::new(
            context,
            ViewportId::ROOT,
            event_loop,
            Some(window.scale_factor() as f32),
            None,
            Some(max_side),
        );
        let options = egui_wgpu::RendererOptions {
            // Nothing here is a gradient, and without a GPU each pixel's noise is paid for.
            dithering: false,
            ..Default::default()
        };
        let painter = egui_wgpu::Renderer::new(&gpu.device, config.format, options);
        let mut screen = Self {
            blit: Blit::new(&gpu, config.format),
            window,
            gpu,
            egui,
            surface,
            config,
            painter,
            picture: None,
        };
        screen.resize();
        Ok(screen)
    }

    /// Takes the window's size over. A window without a size keeps its surface.
    pub(super) fn resize(&mut self) {
        let size = self.window.inner_size();
        if size.width > 0 && size.height > 0 {
            let max = self.gpu.device.limits().max_texture_dimension_2d;
            self.config.width = size.width.min(max);
            self.config.height = size.height.min(max);
            self.surface.configure(&self.gpu.device, &self.config);
        }
    }

    /// Whether the window has room for a picture.
    pub(super) fn has_size(&self) -> bool {
        let size = self.window.inner_size();
        size.width > 0 && size.height > 0
    }

    /// A target of this many pixels, the present one if it fits.
    pub(super) fn target(&mut self, renderer: &Renderer, size: [u32; 2]) -> &Target {
        let fits = matches!(&self.picture, Some((target, _)) if target.size == size);
        if !fits {
            let target = renderer.new_target(size);
            let source = self.blit.source(&self.gpu, &target);
            self.picture = Some((target, source));
        }
        let (target, _) = self.picture.as_ref().expect("it was made above");
        target
    }

    /// Shows the target at a place, in pixels, under egui's output. `encoder` has the sketch's pass.
    /// Returns whether it was presented; if not, another frame is wanted.
    pub(super) fn present(
        &mut self,
        mut encoder: wgpu::CommandEncoder,
        picture_at: [u32; 2],
        mut output: egui::FullOutput,
    ) -> bool {
        let (device, queue) = (&self.gpu.device, &self.gpu.queue);
        for (id, deltas) in &output.textures_delta.set {
            for delta in deltas {
                self.painter.update_texture(device, queue, *id, delta);
            }
        }
        let (surface_texture, is_suboptimal) = self.acquire();
        let is_presented = surface_texture.is_some();
        let (device, queue) = (&self.gpu.device, &self.gpu.queue);
        if let Some(texture) = surface_texture {
            let context = self.egui.egui_ctx();
            let screen = ScreenDescriptor {
                size_in_pixels: [self.config.width, self.config.height],
                pixels_per_point: output.pixels_per_point,
            };
            let shapes =
                context.tessellate(std::mem::take(&mut output.shapes), output.pixels_per_point);
            let mut commands =
                self.painter
                    .update_buffers(device, queue, &mut encoder, &shapes, &screen);
            let view = texture.texture.create_view(&wgpu::TextureViewDescriptor {
                format: Some(self.config.format),
                ..Default::default()
            });
            let [r, g, b, a] = crate::ui::background().to_normalized_gamma_f32();
            let [r, g, b, a] = [r, g, b, a].map(f64::from);
            let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
                label: Some("window"),
                color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                    view: &view,
                    depth_slice: None,
                    resolve_target: None,
                    ops: wgpu::Operations {
                        load: wgpu::LoadOp::Clear(wgpu::Color { r, g, b, a }),
                        store: wgpu::StoreOp::Store,
                    },
                })],
                ..Default::default()
            });
            if let Some((target, source)) = &self.picture {
                self.blit.draw(&mut pass, source, picture_at, target.size);
            }
            self.painter
                .render(&mut pass.forget_lifetime(), &shapes, &screen);
            commands.push(encoder.finish());
            queue.submit(commands);
            self.window.pre_present_notify();
            queue.present(texture);
            if is_suboptimal {
                self.resize();
            }
        } else {
            queue.submit([encoder.finish()]);
        }
        for id in &output.textures_delta.free {
            self.painter.free_texture(id);
        }
        output.textures_delta.clear();
        is_presented
    }

    /// The texture to draw into, and whether the surface should be configured again after it.
    fn acquire(&mut self) -> (Option<wgpu::SurfaceTexture>, bool) {
        use wgpu::CurrentSurfaceTexture as Current;
        match self.surface.get_current_texture() {
            Current::Success(texture) => return (Some(texture), false),
            Current::Suboptimal(texture) => return (Some(texture), true),
            Current::Outdated => self.resize(),
            Current::Lost => match self.gpu.instance.create_surface(Arc::clone(&self.window)) {
                Ok(surface) => {
                    self.surface = surface;
                    self.resize();
                }
                Err(error) => log::error!("the window's surface cannot be made again: {error}"),
            },
            Current::Timeout | Current::Occluded => {}
            Current::Validation => {
                log::error!("the window's surface is not configured as it should be");
                self.resize();
            }
        }
        (None, false)
    }
}

fn configuration(
    gpu: &Gpu,
    surface: &wgpu::Surface<'_>,
    window: &Window,
) -> Result<wgpu::SurfaceConfiguration, AppError> {
    let unsupported = || AppError::Unsupported(gpu.info.name.clone());
    let size = window.inner_size();
    let mut config = surface
        .get_default_config(&gpu.adapter, size.width.max(1), size.height.max(1))
        .ok_or_else(unsupported)?;
    let formats = surface.get_capabilities(&gpu.adapter).formats;
    // egui blends in sRGB's own bytes.
    let plain = formats.iter().find(|format| {
        matches!(
            format,
            wgpu::TextureFormat::Bgra8Unorm | wgpu::TextureFormat::Rgba8Unorm
        )
    });
    config.format = plain.or(formats.first()).copied().ok_or_else(unsupported)?;
    config.view_formats = Vec::new();
    config.present_mode = wgpu::PresentMode::AutoVsync;
    // A slider is answered by the frame after the one under way, and not one later.
    config.desired_maximum_frame_latency = if gpu.is_software() { 1 } else { 2 };
    Ok(config)
}
