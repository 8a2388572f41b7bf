//! Presets: a sketch's values and scene settings as a small TOML file that people can read and
//! write.
//!
//! ```toml
//! version = 1
//! sketch = "swim"
//!
//! [values]
//! "swim.wave" = 0.3
//! "look.back" = [0.05, 0.16, 0.24]
//! "swim.mode" = "anguilliform"
//!
//! [scene]
//! instances = 4000
//! time_speed = 0.5
//! camera = { target = [0.0, 0.0, 0.0], yaw = 0.6, pitch = 0.2, distance = 80.0 }
//! ```
//!
//! `swim.wave = 0.3` without quotes, or under `[values.swim]`, says the same. Values are matched by
//! path and type. What a sketch does not know is reported and stays in the
//! file. Text in, text out: nothing here reads or writes a file.

#[cfg(test)]
mod tests;

use std::fmt;
use std::ops::Range;

use thiserror::Error;
use toml_edit::{Array, DocumentMut, InlineTable, Item, Table, TableLike};

use crate::params::{Param, Scalar, Value, ValueType, Widget};
use crate::scene::CameraState;
use crate::shader::SourceFile;

/// The version that this program writes, and the newest that it reads.
pub const VERSION: i64 = 1;

/// The longest preset, in bytes.
pub const MAX_PRESET_BYTES: usize = 1 << 20;

/// Why a preset cannot be read.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum PresetError {
    /// Not TOML, or not of a preset's shape.
    #[error("{path}:{line}:{column}: {message}")]
    Malformed {
        /// The file.
        path: String,
        /// From 1.
        line: u32,
        /// From 1.
        column: u32,
        /// What is wrong.
        message: String,
    },
    /// Written by a later swimlab.
    #[error(
        "{path}: this preset is of version {found}; this swimlab reads up to {VERSION}, please update it"
    )]
    TooNew {
        /// The file.
        path: String,
        /// Its version.
        found: i64,
    },
    /// Too long to be one.
    #[error("{path}: the file is over 1 MiB, which no preset is")]
    TooLong {
        /// The file.
        path: String,
    },
}

/// Settings of the scene that a preset may carry.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SceneSettings {
    /// Number of instances.
    pub num_instances: Option<u32>,
    /// Factor on time.
    pub time_speed: Option<f64>,
    /// Where it is seen from.
    pub camera: Option<CameraState>,
}

/// A value as it stands in the file.
#[derive(Clone, Debug, PartialEq)]
pub enum Stored {
    /// One number, or the numbers of a vector or a matrix column by column.
    Numbers(Vec<f64>),
    /// The same, written without a point.
    Integers(Vec<i64>),
    /// The name of a choice.
    Name(String),
    /// On or off.
    Toggle(bool),
    /// Something else; the words say what.
    Other(&'static str),
}

/// A preset.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Preset {
    /// Name of the sketch that it was made for.
    pub sketch: String,
    /// Values by path, in the file's order.
    pub values: Vec<(String, Stored)>,
    /// Settings of the scene.
    pub scene: SceneSettings,
}

/// What a load did.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// Number of values applied, clamped ones too.
    pub num_applied: usize,
    /// Paths that the sketch does not have.
    pub unknown: Vec<String>,
    /// Paths whose value was out of range.
    pub clamped: Vec<String>,
    /// Paths whose value is of another type, with the type that is wanted.
    pub mistyped: Vec<(String, ValueType)>,
    /// Paths whose value names a choice that there is not, the name, and those that there are.
    pub no_choice: Vec<(String, String, Vec<String>)>,
}

impl Report {
    /// Whether everything was applied as it stands.
    pub fn is_clean(&self) -> bool {
        self.unknown.is_empty()
            && self.clamped.is_empty()
            && self.mistyped.is_empty()
            && self.no_choice.is_empty()
    }

    /// A line for each value that was not applied as it stands.
    pub fn details(&self) -> Vec<String> {
        let unknown = self
            .unknown
            .iter()
            .map(|path| format!("`{path}` is not in this sketch; it stays in the file"));
        let clamped = self
            .clamped
            .iter()
            .map(|path| format!("`{path}` was out of its range; the nearest value is used"));
        let mistyped = self.mistyped.iter().map(|(path, ty)| {
            format!(
                "`{path}` is a {ty} in this sketch; the file has something else, which stays there"
            )
        });
        let no_choice = self.no_choice.iter().map(|(path, name, names)| {
            format!(
                "`{path}` has no choice `{name}`; there are: {}",
                names.join(", ")
            )
        });
        unknown
            .chain(clamped)
            .chain(mistyped)
            .chain(no_choice)
            .collect()
    }
}

/// One line.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let s = if self.num_applied == 1 { "" } else { "s" };
        write!(f, "{} value{s} applied", self.num_applied)?;
        for (count, words) in [
            (self.unknown.len(), "unknown"),
            (self.clamped.len(), "clamped"),
            (self.mistyped.len(), "of another type"),
            (self.no_choice.len(), "not among the choices"),
        ] {
            if count > 0 {
                write!(f, ", {count} {words}")?;
            }
        }
        Ok(())
    }
}

impl Preset {
    /// The present values of a sketch. Phases are the host's and not saved.
    pub fn new(
        sketch: &str,
        params: &[Param],
        value: impl Fn(usize) -> Value,
        scene: SceneSettings,
    ) -> Self {
        let values = params
            .iter()
            .enumerate()
            .filter(|(_, param)| param.phase_rate.is_none())
            .map(|(at, param)| (param.path.clone(), store(param, value(at))))
            .collect();
        Self {
            sketch: sketch.to_owned(),
            values,
            scene,
        }
    }

    /// Reads a preset. `path` is for messages.
    pub fn parse(path: &str, text: &str) -> Result<Self, PresetError> {
        if text.len() > MAX_PRESET_BYTES {
            return Err(PresetError::TooLong {
                path: path.to_owned(),
            });
        }
        let file = SourceFile::new(path, text);
        let malformed = |span: Option<Range<usize>>, message: String| {
            let (line, column) = file.position(span.map_or(0, |s| s.start));
            PresetError::Malformed {
                path: path.to_owned(),
                line,
                column,
                message,
            }
        };
        let document = toml_edit::Document::parse(text).map_err(|error| {
            let message = error.message().lines().collect::<Vec<_>>().join("; ");
            malformed(
                error.span(),
                format!("{message}; a half-written file? restore it or delete it"),
            )
        })?;
        let root = document.as_table();
        match root.get("version") {
            None => {}
            Some(item) => match item.as_integer() {
                Some(found) if found > VERSION => {
                    return Err(PresetError::TooNew {
                        path: path.to_owned(),
                        found,
                    });
                }
                Some(1..) => {}
                _ => {
                    return Err(malformed(
                        item.span(),
                        "`version` is a whole number from 1".into(),
                    ));
                }
            },
        }
        let mut preset = Self {
            sketch: root
                .get("sketch")
                .and_then(Item::as_str)
                .unwrap_or_default()
                .to_owned(),
            ..Self::default()
        };
        if let Some(item) = root.get("values") {
            let values = item
                .as_table_like()
                .ok_or_else(|| malformed(item.span(), "`values` is a table: `[values]`".into()))?;
            read_values("", values, &mut preset.values);
        }
        if let Some(item) = root.get("scene") {
            let scene = item
                .as_table_like()
                .ok_or_else(|| malformed(item.span(), "`scene` is a table: `[scene]`".into()))?;
            preset.scene = read_scene(scene).map_err(|(span, message)| malformed(span, message))?;
        }
        Ok(preset)
    }

    /// Matches the values with controls: index and value of each that fits, and the report.
    pub fn apply(&self, params: &[Param]) -> (Vec<(usize, Value)>, Report) {
        let mut report = Report::default();
        let mut values = Vec::new();
        for (path, stored) in &self.values {
            let Some(at) = params
                .iter()
                .position(|p| p.path == *path && p.phase_rate.is_none())
            else {
                report.unknown.push(path.clone());
                continue;
            };
            let param = &params[at];
            let Some(value) = restore(param, stored) else {
                match (stored, &param.widget) {
                    (Stored::Name(name), Widget::Choice(names)) => {
                        let gone = (path.clone(), name.clone(), names.clone());
                        report.no_choice.push(gone);
                    }
                    _ => report.mistyped.push((path.clone(), param.ty)),
                }
                continue;
            };
            let clamped = param.clamp(value);
            if clamped != value || !stored.fits(param.ty) {
                report.clamped.push(path.clone());
            }
            report.num_applied += 1;
            values.push((at, clamped));
        }
        (values, report)
    }

    /// The text of the file. Over an `existing` preset, keys that this one does not have, and
    /// comments, are kept; an existing text that is not TOML is an error, so that nothing is lost.
    pub fn to_text(&self, path: &str, existing: Option<&str>) -> Result<String, PresetError> {
        let mut document = match existing {
            Some(text) => {
                Self::parse(path, text)?;
                text.parse::<DocumentMut>().unwrap_or_default()
            }
            None => DocumentMut::new(),
        };
        let root = document.as_table_mut();
        set(root, "version", VERSION.into());
        set(root, "sketch", self.sketch.as_str().into());
        let values = child(root, "values");
        for (path, stored) in &self.values {
            if let Some(value) = write_value(stored) {
                set_path(values, path, value);
            }
        }
        let scene = child(root, "scene");
        if let Some(num_instances) = self.scene.num_instances {
            set(scene, "instances", i64::from(num_instances).into());
        }
        if let Some(speed) = self.scene.time_speed {
            set(scene, "time_speed", shortest(speed).into());
        }
        if let Some(camera) = &self.scene.camera {
            let mut table = InlineTable::new();
            table.insert("target", numbers(camera.target.map(f64::from)).into());
            for (key, number) in [
                ("yaw", camera.yaw),
                ("pitch", camera.pitch),
                ("distance", camera.distance),
                ("vertical_fov", camera.vertical_fov),
            ] {
                table.insert(key, shortest(f64::from(number)).into());
            }
            set(scene, "camera", table.into());
        }
        Ok(document.to_string())
    }
}

impl Stored {
    /// The numbers of a number.
    fn lanes(&self) -> Option<Vec<f64>> {
        match self {
            Self::Numbers(lanes) => Some(lanes.clone()),
            Self::Integers(lanes) => Some(lanes.iter().map(|n| *n as f64).collect()),
            _ => None,
        }
    }

    /// Whether a type holds every number as it stands, but for rounding.
    fn fits(&self, ty: ValueType) -> bool {
        let holds = |n: &f64| match ty.scalar {
            // The shortest digits of the largest one are a little above it.
            Scalar::F32 => (*n as f32).is_finite(),
            Scalar::I32 | Scalar::U32 => ty.coerce_lane(*n) == *n,
            Scalar::Bool => true,
        };
        self.lanes().is_none_or(|lanes| lanes.iter().all(holds))
    }
}

/// Sets the value of a path where the file has it: under its whole name, or in a table of a part of
/// the name.
fn set_path(table: &mut dyn TableLike, path: &str, value: toml_edit::Value) {
    if !table.contains_key(path)
        && let Some((owner, rest)) = path.split_once('.')
        && let Some(inner) = table.get_mut(owner).and_then(Item::as_table_like_mut)
    {
        return set_path(inner, rest, value);
    }
    set(table, path, value);
}

/// Replaces a value and keeps the comments around it.
fn set(table: &mut dyn TableLike, key: &str, value: toml_edit::Value) {
    match table.get_mut(key) {
        Some(Item::Value(old)) => {
            let decor = old.decor().clone();
            *old = value;
            *old.decor_mut() = decor;
        }
        _ => {
            table.insert(key, Item::Value(value));
        }
    }
}

/// The sub-table of a name, made if it is not there.
fn child<'a>(root: &'a mut Table, key: &str) -> &'a mut dyn TableLike {
    let entry = root.entry(key).or_insert_with(|| Item::Table(Table::new()));
    if !entry.is_table_like() {
        *entry = Item::Table(Table::new());
    }
    // Just made one if there was none.
    entry.as_table_like_mut().expect("the entry is a table")
}

fn store(param: &Param, value: Value) -> Stored {
    match &param.widget {
        Widget::Toggle => Stored::Toggle(value.lanes()[0] != 0.0),
        Widget::Choice(names) => names
            .get(value.lanes()[0] as usize)
            .map_or_else(|| store_numbers(value), |n| Stored::Name(n.clone())),
        _ => store_numbers(value),
    }
}

fn store_numbers(value: Value) -> Stored {
    let lanes = value.lanes();
    match value.ty().scalar {
        Scalar::F32 => Stored::Numbers(lanes.to_vec()),
        _ => Stored::Integers(lanes.iter().map(|n| *n as i64).collect()),
    }
}

fn restore(param: &Param, stored: &Stored) -> Option<Value> {
    if let Some(lanes) = stored.lanes() {
        // Half a step of an integer, or a lane that no such number has, is another type.
        let whole = param.ty.scalar != Scalar::F32;
        let fits = lanes.len() == param.ty.num_lanes()
            && lanes
                .iter()
                .all(|n| n.is_finite() && !(whole && n.fract() != 0.0));
        return fits.then(|| Value::from_lanes(param.ty, &lanes)).flatten();
    }
    match (stored, &param.widget) {
        (Stored::Toggle(on), _) if param.ty.num_lanes() == 1 => {
            Value::from_lanes(param.ty, &[f64::from(u8::from(*on))])
        }
        (Stored::Name(name), Widget::Choice(names)) => {
            let at = names.iter().position(|n| n == name)?;
            Value::from_lanes(param.ty, &[at as f64])
        }
        _ => None,
    }
}

/// Values by path; a table in the table holds those whose path begins with its name.
fn read_values(owner: &str, table: &dyn TableLike, out: &mut Vec<(String, Stored)>) {
    for (key, item) in table.iter() {
        let path = format!("{owner}{key}");
        match item.as_table_like() {
            Some(inner) => read_values(&format!("{path}."), inner, out),
            None => out.push((path, read_value(item))),
        }
    }
}

fn read_value(item: &Item) -> Stored {
    let Some(value) = item.as_value() else {
        return Stored::Other("a list of tables");
    };
    fn number(value: &toml_edit::Value) -> Option<f64> {
        value
            .as_float()
            .or_else(|| value.as_integer().map(|n| n as f64))
    }
    if let Some(n) = value.as_integer() {
        return Stored::Integers(vec![n]);
    }
    if let Some(n) = value.as_float() {
        return Stored::Numbers(vec![n]);
    }
    if let Some(name) = value.as_str() {
        return Stored::Name(name.to_owned());
    }
    if let Some(on) = value.as_bool() {
        return Stored::Toggle(on);
    }
    if let Some(array) = value.as_array() {
        if array.len() > 16 {
            return Stored::Other("a long array");
        }
        let integers = array.iter().map(toml_edit::Value::as_integer);
        if let Some(lanes) = integers.collect::<Option<Vec<_>>>() {
            return Stored::Integers(lanes);
        }
        return match array.iter().map(number).collect::<Option<Vec<_>>>() {
            Some(lanes) => Stored::Numbers(lanes),
            None => Stored::Other("an array of something else than numbers"),
        };
    }
    Stored::Other("a date")
}

fn write_value(stored: &Stored) -> Option<toml_edit::Value> {
    match stored {
        Stored::Numbers(lanes) if lanes.len() == 1 => Some(shortest(lanes[0]).into()),
        Stored::Numbers(lanes) => Some(numbers(lanes.iter().copied()).into()),
        Stored::Integers(lanes) => match lanes.as_slice() {
            [n] => Some((*n).into()),
            lanes => Some(lanes.iter().copied().collect::<Array>().into()),
        },
        Stored::Name(name) => Some(name.as_str().into()),
        Stored::Toggle(on) => Some((*on).into()),
        Stored::Other(_) => None,
    }
}

fn numbers(lanes: impl IntoIterator<Item = f64>) -> Array {
    lanes.into_iter().map(shortest).collect()
}

/// The shortest number that is the same `f32`: 0.3 and not 0.30000001192092896. What no `f32` holds
/// stays as it is.
fn shortest(n: f64) -> f64 {
    let single = n as f32;
    if f64::from(single) == n {
        single.to_string().parse().unwrap_or(n)
    } else {
        n
    }
}

type Misread = (Option<Range<usize>>, String);

fn read_scene(table: &dyn TableLike) -> Result<SceneSettings, Misread> {
    let number = |item: &Item, key: &str| {
        item.as_float()
            .or_else(|| item.as_integer().map(|n| n as f64))
            .filter(|n| n.is_finite())
            .ok_or_else(|| (item.span(), format!("`{key}` is a number")))
    };
    let mut scene = SceneSettings::default();
    if let Some(item) = table.get("instances") {
        let n = number(item, "instances")?;
        scene.num_instances = Some(n.clamp(1.0, f64::from(u32::MAX)) as u32);
    }
    if let Some(item) = table.get("time_speed") {
        scene.time_speed = Some(number(item, "time_speed")?);
    }
    if let Some(item) = table.get("camera") {
        let camera = item
            .as_table_like()
            .ok_or_else(|| (item.span(), "`camera` is a table".to_owned()))?;
        let mut state = CameraState::default();
        for (key, place) in [
            ("yaw", &mut state.yaw),
            ("pitch", &mut state.pitch),
            ("distance", &mut state.distance),
            ("vertical_fov", &mut state.vertical_fov),
        ] {
            if let Some(item) = camera.get(key) {
                *place = number(item, key)? as f32;
            }
        }
        if let Some(item) = camera.get("target") {
            match read_value(item).lanes() {
                Some(lanes) if lanes.len() == 3 => {
                    for (to, from) in state.target.iter_mut().zip(lanes) {
                        *to = from as f32;
                    }
                }
                _ => return Err((item.span(), "`target` is three numbers".to_owned())),
            }
        }
        scene.camera = Some(state);
    }
    Ok(scene)
}

/// A file name without ending for a preset's name, or why there is none.
pub fn file_stem(name: &str) -> Result<String, String> {
    let name = name.trim();
    let reserved = [
        "con", "prn", "aux", "nul", "com1", "com2", "com3", "com4", "com5", "com6", "com7", "com8",
        "com9", "lpt1", "lpt2", "lpt3", "lpt4", "lpt5", "lpt6", "lpt7", "lpt8", "lpt9",
    ];
    if name.is_empty() {
        return Err("give the preset a name".to_owned());
    }
    if name.chars().count() > 64 {
        return Err("a preset's name has at most 64 letters".to_owned());
    }
    if let Some(c) = name
        .chars()
        .find(|c| !(c.is_alphanumeric() || matches!(c, ' ' | '-' | '_')))
    {
        return Err(format!(
            "a preset's name has letters, digits, spaces, - and _, but no `{c}`"
        ));
    }
    if reserved.contains(&name.to_lowercase().as_str()) {
        return Err(format!("`{name}` is no file name on Windows; take another"));
    }
    Ok(name.to_owned())
}
