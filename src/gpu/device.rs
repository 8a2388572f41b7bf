//! An adapter and its device.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use thiserror::Error;

/// Which adapter to take.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum AdapterChoice {
    /// The fastest.
    #[default]
    Auto,
    /// A driver that runs on the CPU.
    Software,
    /// The first whose name contains this, whatever the case.
    Named(String),
}

impl FromStr for AdapterChoice {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(match text {
            "auto" => Self::Auto,
            "software" => Self::Software,
            name => Self::Named(name.to_owned()),
        })
    }
}

impl fmt::Display for AdapterChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Auto => "auto",
            Self::Software => "software",
            Self::Named(name) => name,
        })
    }
}

/// Why there is no device.
#[derive(Debug, Error)]
pub enum GpuError {
    /// Nothing to run on.
    #[error(
        "no graphics adapter was found; install a Vulkan driver, without a GPU Mesa's software one: \
         apt-get install libvulkan1 mesa-vulkan-drivers"
    )]
    NoAdapter,
    /// Adapters, but not the wanted one.
    #[error("no adapter is called `{wanted}`; there are: {}", .present.join(", "))]
    NoSuchAdapter {
        /// What was asked for.
        wanted: String,
        /// What there is.
        present: Vec<String>,
    },
    /// The adapter gave no device.
    #[error("the adapter `{name}` gave no device")]
    NoDevice {
        /// Name of the adapter.
        name: String,
        /// wgpu's reason.
        source: wgpu::RequestDeviceError,
    },
}

/// A device with what is known about it. Clones share it.
#[derive(Clone, Debug)]
pub struct Gpu {
    /// The instance that the adapter came from.
    pub instance: wgpu::Instance,
    /// The adapter.
    pub adapter: wgpu::Adapter,
    /// The device.
    pub device: wgpu::Device,
    /// Its queue.
    pub queue: wgpu::Queue,
    /// Name, driver, kind.
    pub info: wgpu::AdapterInfo,
    lost: Arc<AtomicBool>,
}

impl Gpu {
    /// An instance for the platform's native backends.
    pub fn instance(display: Option<Box<dyn wgpu::wgt::WgpuHasDisplayHandle>>) -> wgpu::Instance {
        wgpu::Instance::new(wgpu::InstanceDescriptor {
            backends: wgpu::Backends::PRIMARY,
            display,
            ..wgpu::InstanceDescriptor::new_without_display_handle()
        })
    }

    /// Opens a device. With a surface, only adapters that can present to it are taken.
    pub async fn open(
        instance: &wgpu::Instance,
        choice: &AdapterChoice,
        surface: Option<&wgpu::Surface<'_>>,
    ) -> Result<Self, GpuError> {
        let mut adapters = instance.enumerate_adapters(wgpu::Backends::PRIMARY).await;
        adapters.retain(|adapter| surface.is_none_or(|s| adapter.is_surface_supported(s)));
        if adapters.is_empty() {
            return Err(GpuError::NoAdapter);
        }
        let rank = |adapter: &wgpu::Adapter| match adapter.get_info().device_type {
            wgpu::DeviceType::DiscreteGpu => 0,
            wgpu::DeviceType::IntegratedGpu => 1,
            wgpu::DeviceType::VirtualGpu => 2,
            wgpu::DeviceType::Other => 3,
            wgpu::DeviceType::Cpu => 4,
        };
        let fits = |adapter: &wgpu::Adapter| match choice {
            AdapterChoice::Auto => true,
            AdapterChoice::Software => rank(adapter) == 4,
            AdapterChoice::Named(name) => adapter
                .get_info()
                .name
                .to_lowercase()
                .contains(&name.to_lowercase()),
        };
        let present: Vec<String> = adapters.iter().map(|a| a.get_info().name).collect();
        let adapter = adapters
            .into_iter()
            .filter(fits)
            .min_by_key(rank)
            .ok_or_else(|| GpuError::NoSuchAdapter {
                wanted: choice.to_string(),
                present,
            })?;
        let info = adapter.get_info();
        let (device, queue) = adapter
            .request_device(&wgpu::DeviceDescriptor {
                label: Some("swimlab"),
                required_features: adapter.features() & wgpu::Features::TIMESTAMP_QUERY,
                required_limits: wanted_limits(&adapter.limits()),
                ..Default::default()
            })
            .await
            .map_err(|source| GpuError::NoDevice {
                name: info.name.clone(),
                source,
            })?;
        let lost = Arc::new(AtomicBool::new(false));
        device.on_uncaptured_error(Arc::new(|error: wgpu::Error| {
            log::error!("the device reports: {error}");
        }));
        let flag = Arc::clone(&lost);
        device.set_device_lost_callback(move |reason, message| {
            if reason != wgpu::DeviceLostReason::Destroyed {
                log::error!("the device is lost: {message}");
                flag.store(true, Ordering::Relaxed);
            }
        });
        Ok(Self {
            instance: instance.clone(),
            adapter,
            device,
            queue,
            info,
            lost,
        })
    }

    /// A second device of the same adapter, with a queue of its own.
    pub async fn second(&self) -> Result<Self, GpuError> {
        Self::open(
            &self.instance,
            &AdapterChoice::Named(self.info.name.clone()),
            None,
        )
        .await
    }

    /// Whether the device is gone and a new one must be opened.
    pub fn is_lost(&self) -> bool {
        self.lost.load(Ordering::Relaxed)
    }

    /// Whether the driver runs on the CPU.
    pub fn is_software(&self) -> bool {
        self.info.device_type == wgpu::DeviceType::Cpu
    }

    /// Waits until the device has done what was submitted. Never call it from the window's loop.
    pub fn wait(&self) {
        self.poll(wgpu::PollType::wait_indefinitely());
    }

    /// The same for one submission; others may be under way.
    pub fn wait_for(&self, submission: wgpu::SubmissionIndex) {
        self.poll(wgpu::PollType::Wait {
            submission_index: Some(submission),
            timeout: None,
        });
    }

    fn poll(&self, until: wgpu::PollType) {
        if let Err(error) = self.device.poll(until) {
            log::error!("waiting for the device: {error}");
        }
    }
}

/// WebGPU's default limits, with as much buffer and texture as the adapter has.
fn wanted_limits(adapter: &wgpu::Limits) -> wgpu::Limits {
    wgpu::Limits {
        max_buffer_size: adapter.max_buffer_size,
        max_storage_buffer_binding_size: adapter.max_storage_buffer_binding_size,
        max_texture_dimension_2d: adapter.max_texture_dimension_2d,
        ..wgpu::Limits::default().or_worse_values_from(adapter)
    }
}

/// Runs `work` under error scopes and returns what it made, or the first error. The scopes belong to
/// the calling thread, and so must all of `work`.
pub async fn scoped<T>(device: &wgpu::Device, work: impl FnOnce() -> T) -> Result<T, wgpu::Error> {
    let memory = device.push_error_scope(wgpu::ErrorFilter::OutOfMemory);
    let internal = device.push_error_scope(wgpu::ErrorFilter::Internal);
    let validation = device.push_error_scope(wgpu::ErrorFilter::Validation);
    let made = work();
    let validation = validation.pop();
    let internal = internal.pop();
    let memory = memory.pop();
    let error = validation.await.or(internal.await).or(memory.await);
    error.map_or(Ok(made), Err)
}
