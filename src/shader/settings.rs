//! What a sketch's header and the comments above its entry points say about drawing.

use std::ops::Range;

use super::annotation::{Annotation, Arg, ArgValue, usage};
use super::diagnostic::{Diagnostic, SourceFile};

/// How a draw meets what is already in the picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Blend {
    /// Replaces it.
    #[default]
    Opaque,
    /// Over it, by the fragment's alpha (not premultiplied).
    Alpha,
    /// Added to it, scaled by alpha.
    Add,
}

/// Which triangles are dropped, counter-clockwise being the front.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Cull {
    /// None: fins are single sheets and seen from both sides.
    #[default]
    None,
    /// Those that show their back.
    Back,
    /// Those that show their front.
    Front,
}

/// What a draw does with the depth buffer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Depth {
    /// Test and write.
    #[default]
    Write,
    /// Test only.
    Test,
    /// Neither.
    Off,
}

/// What the indices make.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Topology {
    /// Triangle list.
    #[default]
    Triangles,
    /// Line list.
    Lines,
    /// Points of one pixel.
    Points,
}

/// Where the instances stand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LayoutSpec {
    /// One instance at the origin.
    Single,
    /// At random in a centred box of these edge lengths.
    Box([f32; 3]),
    /// On a centred grid with these distances.
    Grid([f32; 3]),
    /// At random in a ball of this radius.
    Sphere(f32),
    /// On a flat ring: radius, width.
    Ring(f32, f32),
}

/// A path in an annotation, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathSetting {
    /// As written.
    pub path: String,
    /// The file it stands in.
    pub file: SourceFile,
    /// Its bytes there.
    pub span: Range<usize>,
}

/// Settings of a draw. `None`: the file does not say.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Settings {
    /// Mesh to draw: a file of the workspace's assets, or `quad`, `cube`, `sphere`, `triangle`.
    pub mesh: Option<PathSetting>,
    /// Number of instances at the start.
    pub num_instances: Option<u32>,
    /// Where they stand.
    pub layout: Option<LayoutSpec>,
    /// Seed of everything random.
    pub seed: Option<u32>,
    /// Blending.
    pub blend: Option<Blend>,
    /// Culling.
    pub cull: Option<Cull>,
    /// Depth buffer.
    pub depth: Option<Depth>,
    /// Topology.
    pub topology: Option<Topology>,
}

/// The most instances that a sketch can ask for.
pub const MAX_INSTANCES: u32 = 1_000_000;

impl Settings {
    /// These settings, and `fallback` where they do not say.
    #[must_use]
    pub fn or(self, fallback: &Self) -> Self {
        Self {
            mesh: self.mesh.or_else(|| fallback.mesh.clone()),
            num_instances: self.num_instances.or(fallback.num_instances),
            layout: self.layout.or(fallback.layout),
            seed: self.seed.or(fallback.seed),
            blend: self.blend.or(fallback.blend),
            cull: self.cull.or(fallback.cull),
            depth: self.depth.or(fallback.depth),
            topology: self.topology.or(fallback.topology),
        }
    }

    /// Reads the settings among annotations; what cannot be read is a warning.
    pub(super) fn read(
        file: &SourceFile,
        annotations: &[Annotation],
        warnings: &mut Vec<Diagnostic>,
    ) -> Self {
        let mut settings = Self::default();
        for annotation in annotations {
            if let Err(span) = settings.set(file, annotation, warnings) {
                warnings.push(
                    Diagnostic::warning(
                        file,
                        span,
                        format!("`@{}` cannot be read", annotation.name),
                    )
                    .with_note(format!("write it as `{}`", usage(&annotation.name))),
                );
            }
        }
        settings
    }

    /// Warnings about what only the first draw of a mesh can set: they share mesh and instances.
    pub(super) fn unshared(
        file: &SourceFile,
        annotations: &[Annotation],
    ) -> impl Iterator<Item = Diagnostic> {
        annotations
            .iter()
            .filter(|a| matches!(a.name.as_str(), "mesh" | "instances" | "layout" | "seed"))
            .map(|annotation| {
                Diagnostic::warning(
                    file,
                    annotation.span.clone(),
                    format!("`@{}` has no effect here", annotation.name),
                )
                .with_note("every draw has the mesh and the instances of the first one")
            })
    }

    /// The error is the span of what cannot be read.
    fn set(
        &mut self,
        file: &SourceFile,
        annotation: &Annotation,
        warnings: &mut Vec<Diagnostic>,
    ) -> Result<(), Range<usize>> {
        let args = Args(annotation);
        match annotation.name.as_str() {
            "mesh" => {
                let (path, span) = args.path()?;
                self.mesh = Some(PathSetting {
                    path,
                    file: file.clone(),
                    span,
                });
            }
            "instances" => {
                let (count, span) = args.whole()?;
                let clamped = count.clamp(1.0, f64::from(MAX_INSTANCES));
                if clamped != count {
                    warnings.push(Diagnostic::warning(
                        file,
                        span,
                        format!("a sketch has 1 to {MAX_INSTANCES} instances: {clamped} is used"),
                    ));
                }
                self.num_instances = Some(clamped as u32);
            }
            "seed" => self.seed = Some(args.whole()?.0.clamp(0.0, f64::from(u32::MAX)) as u32),
            "layout" => self.layout = Some(args.layout()?),
            "blend" => {
                self.blend = Some(args.word(&[
                    ("opaque", Blend::Opaque),
                    ("alpha", Blend::Alpha),
                    ("add", Blend::Add),
                ])?);
            }
            "cull" => {
                self.cull = Some(args.word(&[
                    ("none", Cull::None),
                    ("back", Cull::Back),
                    ("front", Cull::Front),
                ])?);
            }
            "depth" => {
                self.depth = Some(args.word(&[
                    ("write", Depth::Write),
                    ("test", Depth::Test),
                    ("off", Depth::Off),
                ])?);
            }
            "topology" => {
                self.topology = Some(args.word(&[
                    ("triangles", Topology::Triangles),
                    ("lines", Topology::Lines),
                    ("points", Topology::Points),
                ])?);
            }
            _ => {}
        }
        Ok(())
    }
}

struct Args<'a>(&'a Annotation);

impl Args<'_> {
    fn only(&self) -> Result<&Arg, Range<usize>> {
        match self.0.args.as_slice() {
            [arg] => Ok(arg),
            [_, extra, ..] => Err(extra.span.clone()),
            [] => Err(self.0.span.clone()),
        }
    }

    fn path(&self) -> Result<(String, Range<usize>), Range<usize>> {
        let arg = self.only()?;
        match &arg.value {
            ArgValue::Text(text) | ArgValue::Word(text) => Ok((text.clone(), arg.span.clone())),
            ArgValue::Number(_) => Err(arg.span.clone()),
        }
    }

    fn whole(&self) -> Result<(f64, Range<usize>), Range<usize>> {
        let arg = self.only()?;
        match arg.value {
            ArgValue::Number(n) if n.fract() == 0.0 => Ok((n, arg.span.clone())),
            _ => Err(arg.span.clone()),
        }
    }

    fn word<T: Copy>(&self, words: &[(&str, T)]) -> Result<T, Range<usize>> {
        let arg = self.only()?;
        let ArgValue::Word(word) = &arg.value else {
            return Err(arg.span.clone());
        };
        words
            .iter()
            .find(|(name, _)| name == word)
            .map(|(_, value)| *value)
            .ok_or_else(|| arg.span.clone())
    }

    fn layout(&self) -> Result<LayoutSpec, Range<usize>> {
        let [kind, numbers @ ..] = self.0.args.as_slice() else {
            return Err(self.0.span.clone());
        };
        let ArgValue::Word(kind_word) = &kind.value else {
            return Err(kind.span.clone());
        };
        let mut lengths = Vec::new();
        for arg in numbers {
            match arg.value {
                ArgValue::Number(n) if (0.0..=1e6).contains(&n) => lengths.push(n as f32),
                _ => return Err(arg.span.clone()),
            }
        }
        match (kind_word.as_str(), lengths.as_slice()) {
            ("single", []) => Ok(LayoutSpec::Single),
            ("box", [x, y, z]) => Ok(LayoutSpec::Box([*x, *y, *z])),
            ("grid", [distance]) => Ok(LayoutSpec::Grid([*distance; 3])),
            ("grid", [x, y, z]) => Ok(LayoutSpec::Grid([*x, *y, *z])),
            ("sphere", [radius]) => Ok(LayoutSpec::Sphere(*radius)),
            ("ring", [radius]) => Ok(LayoutSpec::Ring(*radius, radius * 0.2)),
            ("ring", [radius, width]) => Ok(LayoutSpec::Ring(*radius, *width)),
            ("single" | "box" | "grid" | "sphere" | "ring", _) => Err(self.0.span.clone()),
            _ => Err(kind.span.clone()),
        }
    }
}
