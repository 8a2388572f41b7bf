//! Presets as the session sees them: what is saved, what a load does, what a person is told.

use crate::params::Snapshot;
use crate::preset::{Preset, Report, SceneSettings};

use super::{Effect, Session};

/// Why a preset can neither be saved nor loaded.
const NO_CONTROLS: &str =
    "Presets wait until the sketch compiles: before that it has no controls. See its problems";

impl Session {
    /// The present values as a preset.
    pub fn to_preset(&self) -> Preset {
        let scene = SceneSettings {
            // What was asked for, and not how many of them this adapter can move.
            num_instances: Some(self.wanted_instances),
            time_speed: Some(self.clock.speed()),
            camera: Some(self.camera.state()),
        };
        Preset::new(
            &self.sketch,
            self.params.params(),
            |at| self.params.value(at),
            scene,
        )
    }

    pub(super) fn save_preset(&mut self, name: &str) -> Vec<Effect> {
        // Without controls there are no values: a file would be overwritten by another sketch's
        // camera.
        if self.shader.is_none() {
            self.notify_error(NO_CONTROLS.to_owned());
            return Vec::new();
        }
        vec![Effect::SavePreset(name.trim().to_owned(), self.to_preset())]
    }

    pub(super) fn preset_saved(&mut self, name: String, result: Result<(), String>) -> Vec<Effect> {
        match result {
            Ok(()) => {
                self.notify(format!("Saved preset \u{201c}{name}\u{201d}"), false, false);
                self.preset = Some((name, Report::default()));
            }
            Err(error) => self.notify_error(error),
        }
        vec![Effect::ListPresets]
    }

    pub(super) fn preset_read(
        &mut self,
        name: String,
        read: Result<Preset, String>,
    ) -> Vec<Effect> {
        let preset = match read {
            Ok(preset) => preset,
            Err(error) => {
                self.notify_error(error);
                return Vec::new();
            }
        };
        if self.shader.is_none() {
            self.notify_error(NO_CONTROLS.to_owned());
            return Vec::new();
        }
        let (effects, report) = self.apply_preset(&preset);
        // An empty file is a good preset too, but hardly what was meant.
        if !report.is_clean() || report.num_applied == 0 {
            self.notify(format!("\u{201c}{name}\u{201d}: {report}"), false, false);
        }
        self.preset = Some((name, report));
        effects
    }

    /// Applies a preset: its values over the defaults, then its scene.
    pub fn apply_preset(&mut self, preset: &Preset) -> (Vec<Effect>, Report) {
        let (values, report) = preset.apply(self.params.params());
        self.gone.clear();
        let mut effects = self.change(None, |params| {
            params.restore(&Snapshot::default());
            for (at, value) in values {
                params.set(at, value);
            }
        });
        if let Some(speed) = preset.scene.time_speed {
            self.clock.set_speed(speed);
        }
        if let Some(num_instances) = preset.scene.num_instances {
            effects.extend(self.ask_instances(num_instances, true));
        }
        if let Some(camera) = &preset.scene.camera {
            self.camera.set_state(*camera);
            // The far plane follows from it, and a preset does not say how large the school is.
            self.camera.scene_radius = self.bounds().radius();
            self.camera_is_set = true;
        }
        (effects, report)
    }

    pub(super) fn preset_deleted(&mut self, name: &str, result: Result<(), String>) -> Vec<Effect> {
        match result {
            Ok(()) => {
                let text = format!("Deleted preset \u{201c}{name}\u{201d}");
                self.notify(text, false, true);
                self.preset.take_if(|(loaded, _)| loaded == name);
            }
            Err(error) => self.notify_error(error),
        }
        vec![Effect::ListPresets]
    }

    pub(super) fn preset_restored(&mut self, result: Result<(), String>) -> Vec<Effect> {
        match result {
            Ok(()) => self.notify("The preset is back".to_owned(), false, false),
            // It is kept, so that this can be tried again.
            Err(error) => self.notify(error, true, true),
        }
        vec![Effect::ListPresets]
    }
}
