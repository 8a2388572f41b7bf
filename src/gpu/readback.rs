//! Textures and buffers back to the CPU. These wait for the device: for work without a window.

use super::Gpu;

/// Pixels: sRGB-encoded RGBA, rows from the top, no padding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    /// Pixels a row.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// `width * height * 4` bytes.
    pub rgba: Vec<u8>,
}

impl Image {
    /// The four bytes at a place, from the top left corner.
    pub fn pixel(&self, x: u32, y: u32) -> [u8; 4] {
        let at = (y as usize * self.width as usize + x as usize) * 4;
        [
            self.rgba[at],
            self.rgba[at + 1],
            self.rgba[at + 2],
            self.rgba[at + 3],
        ]
    }
}

/// Reads a texture of four bytes a pixel. `None` when the device is lost.
pub fn read_texture(gpu: &Gpu, texture: &wgpu::Texture) -> Option<Image> {
    let (width, height) = (texture.width(), texture.height());
    let row = (width * 4).next_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT);
    let buffer = gpu.device.create_buffer(&wgpu::BufferDescriptor {
        label: Some("texture read-back"),
        size: u64::from(row) * u64::from(height),
        usage: wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ,
        mapped_at_creation: false,
    });
    let mut encoder = gpu
        .device
        .create_command_encoder(&wgpu::CommandEncoderDescriptor {
            label: Some("texture read-back"),
        });
    encoder.copy_texture_to_buffer(
        texture.as_image_copy(),
        wgpu::TexelCopyBufferInfo {
            buffer: &buffer,
            layout: wgpu::TexelCopyBufferLayout {
                offset: 0,
                bytes_per_row: Some(row),
                rows_per_image: None,
            },
        },
        texture.size(),
    );
    gpu.queue.submit([encoder.finish()]);
    let bytes = map(gpu, &buffer)?;
    let mut rgba = Vec::with_capacity((width * height * 4) as usize);
    for line in bytes.chunks_exact(row as usize) {
        rgba.extend_from_slice(&line[..width as usize * 4]);
    }
    Some(Image {
        width,
        height,
        rgba,
    })
}

/// Reads a buffer that has the usage `COPY_SRC`. `None` when the device is lost.
pub fn read_buffer(gpu: &Gpu, source: &wgpu::Buffer) -> Option<Vec<u8>> {
    let buffer = gpu.device.create_buffer(&wgpu::BufferDescriptor {
        label: Some("buffer read-back"),
        size: source.size(),
        usage: wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ,
        mapped_at_creation: false,
    });
    let mut encoder = gpu
        .device
        .create_command_encoder(&wgpu::CommandEncoderDescriptor {
            label: Some("buffer read-back"),
        });
    encoder.copy_buffer_to_buffer(source, 0, &buffer, 0, source.size());
    gpu.queue.submit([encoder.finish()]);
    map(gpu, &buffer)
}

fn map(gpu: &Gpu, buffer: &wgpu::Buffer) -> Option<Vec<u8>> {
    let (done, result) = std::sync::mpsc::channel();
    buffer.map_async(wgpu::MapMode::Read, .., move |mapped| {
        // The receiver waits below; it is gone only if this thread is.
        let _ = done.send(mapped);
    });
    gpu.wait();
    match result.try_recv() {
        Ok(Ok(())) => Some(buffer.get_mapped_range(..).ok()?.to_vec()),
        Ok(Err(error)) => {
            log::error!("cannot read back from the device: {error}");
            None
        }
        Err(_) => None,
    }
}
