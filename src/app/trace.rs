//! A log of what each frame and reload took, one JSON object a line: for benchmarks.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};

/// The file. Each line has `event` and `unix_ms`, the time at which it was written.
pub(super) struct Trace {
    out: BufWriter<File>,
}

impl Trace {
    pub(super) fn create(path: &Path) -> io::Result<Self> {
        Ok(Self {
            out: BufWriter::new(File::create(path)?),
        })
    }

    /// Writes a line. It is given to the system at once except for frames, of which there are many.
    pub(super) fn write(&mut self, event: &str, mut content: Value) {
        let now = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default();
        content["event"] = json!(event);
        content["unix_ms"] = json!(now.as_secs_f64() * 1e3);
        let written = writeln!(self.out, "{content}");
        let flushed = if event == "frame" {
            Ok(())
        } else {
            self.out.flush()
        };
        if let Err(error) = written.and(flushed) {
            log::error!("cannot write the trace: {error}");
        }
    }
}
