//! window
use crate::gpu::AdapterChoice;
use crate::workspace::Workspace;
use std::path::PathBuf;
/// Options
pub struct AppOptions {
    /// w
    pub workspace: Workspace,
    /// a
    pub adapter: AdapterChoice,
    /// s
    pub sketch: Option<String>,
    /// t
    pub trace: Option<PathBuf>,
}
/// run
pub fn run(_o: AppOptions) -> anyhow::Result<()> {
    anyhow::bail!("soon")
}
