//! Files as people and other versions leave them.

use super::*;
use crate::params::ParamSet;
use crate::shader::{Limits, compile};

const PATH: &str = "presets/fish/carp.toml";

/// Controls of a sketch with these members in `s`, and whatever stands after the struct.
fn params(members: &str, after: &str) -> ParamSet {
    let text = format!(
        "struct S {{\n{members}\n}}\n@group(1) @binding(0) var<uniform> s: S;\n{after}
@vertex fn vs_a() -> @builtin(position) vec4f {{ return vec4f(0.0); }}
@fragment fn fs_a() -> @location(0) vec4f {{ return vec4f(1.0); }}"
    );
    let file = SourceFile::new("fish.wgsl", text);
    let shader = compile(&file, &|_| Err(String::new()), &Limits::default())
        .unwrap_or_else(|found| panic!("{}", found[0]));
    let params = ParamSet::new(&shader);
    assert_eq!(params.warnings(), []);
    params
}

fn small() -> ParamSet {
    params(
        "wave: f32, // @range(0, 1) @default(0.3)
        tint: vec3f, // @color @default(0.1, 0.2, 1)
        bones: i32, // @range(-4, 12) @default(3)
        mode: u32, // @choice(\"eel\", \"carp\") @default(\"carp\")
        fins: u32, // @toggle @default(on)
        phase: f32, // @phase(wave)",
        "",
    )
}

fn preset_of(params: &ParamSet) -> Preset {
    let scene = SceneSettings {
        num_instances: Some(4000),
        time_speed: Some(0.5),
        camera: Some(CameraState {
            target: [0.0, 1.5, -2.0],
            yaw: 0.6,
            pitch: 0.2,
            distance: 80.0,
            vertical_fov: 0.8,
        }),
    };
    Preset::new("fish", params.params(), |at| params.value(at), scene)
}

const SMALL: &str = r#"version = 1
sketch = "fish"

[values]
"s.wave" = 0.3
"s.tint" = [0.1, 0.2, 1.0]
"s.bones" = 3
"s.mode" = "carp"
"s.fins" = true

[scene]
instances = 4000
time_speed = 0.5
camera = { target = [0.0, 1.5, -2.0], yaw = 0.6, pitch = 0.2, distance = 80.0, vertical_fov = 0.8 }
"#;

#[track_caller]
fn parse(text: &str) -> Preset {
    Preset::parse(PATH, text).unwrap_or_else(|error| panic!("{error}"))
}

/// What is wrong with a text, as a person reads it.
#[track_caller]
fn error(text: &str) -> String {
    let error = Preset::parse(PATH, text).expect_err("it is wrong");
    let saved = preset_of(&small()).to_text(PATH, Some(text));
    assert_eq!(
        saved,
        Err(error.clone()),
        "a save over it is refused as well"
    );
    error.to_string()
}

/// Values that a text gives the small sketch, by path, and the lines of the report.
fn applied(text: &str) -> (Vec<(String, Vec<f64>)>, Vec<String>) {
    let params = small();
    let (values, report) = parse(text).apply(params.params());
    assert_eq!(report.num_applied, values.len());
    assert_eq!(report.is_clean(), report.details().is_empty());
    let values = values
        .into_iter()
        .map(|(at, value)| (params.params()[at].path.clone(), value.lanes().to_vec()))
        .collect();
    (values, report.details())
}

#[track_caller]
fn assert_refused(value: &str, path: &str, ty: &str) {
    let (values, details) = applied(&format!("[values]\n\"{path}\" = {value}"));
    assert_eq!(values, [], "{value}");
    assert_eq!(
        details,
        [format!(
            "`{path}` is a {ty} in this sketch; the file has something else, which stays there"
        )]
    );
}

#[test]
fn the_text_is_what_a_person_would_write() {
    let preset = preset_of(&small());
    assert_eq!(preset.to_text(PATH, None).as_deref(), Ok(SMALL));
    let read = parse(SMALL);
    assert_eq!(read.to_text(PATH, None).as_deref(), Ok(SMALL));
    assert_eq!(read.to_text(PATH, Some(SMALL)).as_deref(), Ok(SMALL));
    assert_eq!(read.scene, preset.scene);
    assert!(!SMALL.contains("phase"), "it is the host's");
}

#[test]
fn every_type_comes_back_as_it_was() {
    let mut set = params(
        "a: f32,
        b: i32,
        c: u32,
        d: vec2f,
        e: vec3i,
        f: vec4u,
        g: mat3x3f,
        h: mat4x3f,
        i: u32, // @toggle
        j: u32, // @choice(\"one\", \"two\", \"three\")
        k: vec4f, // @color
        l: f32, // @angle
        m: array<vec4f, 2>,",
        "override on: bool = false;\noverride steps: i32 = 0;\n@group(1) @binding(1) var<uniform> gain: f32;",
    );
    let values: &[(&str, &[f64])] = &[
        ("s.a", &[f64::from(0.1f32)]),
        ("s.b", &[-2_147_483_648.0]),
        ("s.c", &[4_294_967_295.0]),
        ("s.d", &[f64::from(f32::MAX), f64::from(f32::MIN_POSITIVE)]),
        ("s.e", &[-1.0, 0.0, 16_777_217.0]),
        ("s.f", &[1.0, 2.0, 3.0, 4_294_967_295.0]),
        ("s.g", &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.5]),
        (
            "s.h",
            &[1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 5.0, 6.0, 7.0],
        ),
        ("s.i", &[1.0]),
        ("s.j", &[2.0]),
        ("s.k", &[0.25, 0.5, 0.75, 1.0]),
        ("s.l", &[f64::from(std::f32::consts::PI)]),
        ("s.m[0]", &[1.0; 4]),
        ("s.m[1]", &[-1.0; 4]),
        ("on", &[1.0]),
        ("steps", &[-7.0]),
        ("gain", &[2.5]),
    ];
    assert_eq!(values.len(), set.params().len());
    let defaults = set.clone();
    for (path, lanes) in values {
        let at = set.index(path).expect("it is declared");
        let value = Value::from_lanes(set.params()[at].ty, lanes).expect("it fits");
        assert_eq!(value.lanes(), *lanes, "{path} holds it");
        set.set(at, value);
    }
    let text = preset_of(&set).to_text(PATH, None).expect("it has a form");
    for line in [
        "\"s.a\" = 0.1\n",
        "\"s.b\" = -2147483648\n",
        "\"s.e\" = [-1, 0, 16777217]\n",
        "\"s.j\" = \"three\"\n",
        "on = true\n",
        "steps = -7\n",
    ] {
        assert!(text.contains(line), "{line}{text}");
    }
    let (read, report) = parse(&text).apply(defaults.params());
    assert_eq!(
        (report.details(), report.num_applied),
        (vec![], values.len())
    );
    for (at, value) in read {
        let path = &defaults.params()[at].path;
        assert_eq!(value.lanes(), set.value(at).lanes(), "{path}");
    }
}

#[test]
fn a_save_over_a_file_keeps_what_it_does_not_know() {
    let existing = r#"# My best carp.
version = 1
author = "me"
sketch = "fish"   # the sketch

# numbers
[values]
"s.gone" = [1, 2] # from an older sketch
# how far
"s.wave" = 0.9    # a lot
"s.mode" = "eel"

[notes]
text = "slow"

[scene]
light = "noon"
instances = 10 # few
"#;
    let saved = preset_of(&small())
        .to_text(PATH, Some(existing))
        .expect("it can be read");
    let expected = r#"# My best carp.
version = 1
author = "me"
sketch = "fish"   # the sketch

# numbers
[values]
"s.gone" = [1, 2] # from an older sketch
# how far
"s.wave" = 0.3    # a lot
"s.mode" = "carp"
"s.tint" = [0.1, 0.2, 1.0]
"s.bones" = 3
"s.fins" = true

[notes]
text = "slow"

[scene]
light = "noon"
instances = 4000 # few
time_speed = 0.5
camera = { target = [0.0, 1.5, -2.0], yaw = 0.6, pitch = 0.2, distance = 80.0, vertical_fov = 0.8 }
"#;
    assert_eq!(saved, expected);
    let again = preset_of(&small()).to_text(PATH, Some(&saved));
    assert_eq!(
        again.as_deref(),
        Ok(expected),
        "a second save changes nothing"
    );
}

#[test]
fn tables_that_people_write_say_the_same_as_quoted_paths() {
    let forms = [
        "[values]\n\"s.wave\" = 0.5\n\"s.bones\" = 4\n",
        "[values]\ns.wave = 0.5\ns.bones = 4\n",
        "[values.s]\nwave = 0.5\nbones = 4\n",
        "[values]\ns = { wave = 0.5, bones = 4 }\n",
        "values = { s.wave = 0.5, \"s.bones\" = 4 }\n",
    ];
    let expected = [
        ("s.wave".to_owned(), vec![0.5]),
        ("s.bones".to_owned(), vec![4.0]),
    ];
    for form in forms {
        assert_eq!(applied(form), (expected.to_vec(), vec![]), "{form}");
        // A save changes the values where they stand, and has none of them twice.
        let saved = preset_of(&small())
            .to_text(PATH, Some(form))
            .expect("it can be read");
        assert_eq!(saved.matches("wave").count(), 1, "{saved}");
        let (values, details) = applied(&saved);
        assert_eq!((values.len(), details), (5, vec![]), "{saved}");
        assert!(values.contains(&("s.wave".to_owned(), vec![f64::from(0.3f32)])));
    }
}

#[test]
fn a_later_version_is_left_alone_and_says_what_to_do() {
    let words = "presets/fish/carp.toml: this preset is of version 2; this swimlab reads up to 1, please update it";
    assert_eq!(error("version = 2\nwhatever = 1\n"), words);
    for odd in ["0", "-1", "1.0", "\"1\"", "true", "[1]"] {
        assert_eq!(
            error(&format!("# a preset\nversion = {odd}\n")),
            "presets/fish/carp.toml:2:11: `version` is a whole number from 1",
            "{odd}"
        );
    }
}

#[test]
fn what_is_not_toml_is_an_error_at_its_place() {
    let half = "; a half-written file? restore it or delete it";
    for (text, place) in [
        ("[values]\n\"s.wave\" = \n", "2:12"),
        ("[values]\n\"s.tint\" = [0.1, 0.2", "2:21"),
        ("version = 1\n[val", "2:5"),
        ("[values]\nwave 0.3\n", "2:6"),
        ("größe = 1\nlänge = =\n", "2:9"),
    ] {
        let error = error(text);
        let start = format!("{PATH}:{place}: ");
        assert!(error.starts_with(&start), "{start} {error}");
        assert!(error.ends_with(half), "{error}");
        assert_eq!(error.lines().count(), 1, "{error}");
    }
    let twice = error("[values]\n\"s.wave\" = 1\n\"s.wave\" = 2\n");
    assert!(
        twice.starts_with(&format!("{PATH}:3:1: duplicate key")),
        "{twice}"
    );
}

#[test]
fn half_of_a_file_is_an_error_or_a_part_of_it() {
    let whole = parse(SMALL);
    for end in 0..SMALL.len() {
        match Preset::parse(PATH, &SMALL[..end]) {
            Ok(part) => {
                let num_values = part.values.len();
                let known = &whole.values[..num_values];
                let is_cut = num_values > 0 && part.values.last() != known.last();
                assert_eq!(
                    part.values[..num_values - usize::from(is_cut)],
                    known[..num_values - usize::from(is_cut)]
                );
            }
            Err(PresetError::Malformed { line, .. }) => assert!(line > 0),
            Err(other) => panic!("{other}"),
        }
    }
}

#[test]
fn tables_of_another_kind_are_an_error() {
    for (text, words) in [
        ("values = 3", "1:10: `values` is a table: `[values]`"),
        ("[[values]]", "1:1: `values` is a table: `[values]`"),
        ("scene = \"x\"", "1:9: `scene` is a table: `[scene]`"),
        (
            "[scene]\ninstances = \"ten\"",
            "2:13: `instances` is a number",
        ),
        ("[scene]\ninstances = nan", "2:13: `instances` is a number"),
        (
            "[scene]\ntime_speed = inf",
            "2:14: `time_speed` is a number",
        ),
        ("[scene]\ncamera = 1", "2:10: `camera` is a table"),
        ("[scene]\ncamera.yaw = [1]", "2:14: `yaw` is a number"),
        (
            "[scene]\ncamera = { target = [1, 2] }",
            "2:21: `target` is three numbers",
        ),
    ] {
        assert_eq!(error(text), format!("{PATH}:{words}"));
    }
}

#[test]
fn an_empty_file_sets_nothing() {
    for text in ["", "\n\n", "# nothing\n", "\u{feff}", "[values]\n[scene]\n"] {
        assert_eq!(parse(text), Preset::default(), "{text:?}");
        assert_eq!(applied(text), (vec![], vec![]));
        assert_eq!(parse(text).apply(&[]).1.to_string(), "0 values applied");
    }
    let saved = preset_of(&small()).to_text(PATH, Some(""));
    assert_eq!(saved.as_deref(), Ok(SMALL));
}

#[test]
fn a_file_over_a_mebibyte_is_refused() {
    let mut text = SMALL.to_owned();
    text.push('#');
    text.push_str(&"x".repeat(MAX_PRESET_BYTES - text.len()));
    assert_eq!(text.len(), MAX_PRESET_BYTES);
    parse(&text);
    text.push('x');
    assert_eq!(
        error(&text),
        "presets/fish/carp.toml: the file is over 1 MiB, which no preset is"
    );
}

#[test]
fn windows_line_ends_and_a_byte_order_mark_are_fine() {
    let text = format!("\u{feff}{}", SMALL.replace('\n', "\r\n"));
    assert_eq!(parse(&text), parse(SMALL));
}

#[test]
fn values_that_are_no_such_number_are_reported_and_skipped() {
    for odd in [
        "nan",
        "inf",
        "-inf",
        "\"0.5\"",
        "[0.5, 0.5]",
        "[]",
        "1979-05-27",
    ] {
        assert_refused(odd, "s.wave", "f32");
    }
    for odd in [
        "[0.1, nan, 0.2]",
        "0.5",
        "[1, 2]",
        "[[1], [2], [3]]",
        "\"red\"",
    ] {
        assert_refused(odd, "s.tint", "vec3f");
    }
    for odd in ["2.5", "\"3\"", "nan"] {
        assert_refused(odd, "s.bones", "i32");
    }
    assert_refused("\"on\"", "s.fins", "u32");
    let many = format!("[{}]", "1, ".repeat(17));
    assert_refused(&many, "s.tint", "vec3f");
    let (values, details) = applied("[[values.s.wave]]\na = 1");
    assert_eq!((values.len(), details.len()), (0, 1));
}

#[test]
fn numbers_may_be_written_either_way() {
    let (values, details) = applied(
        "[values]\n\"s.wave\" = 1\n\"s.tint\" = [1, 0.5, 0]\n\"s.bones\" = 4.0\n\"s.mode\" = 0\n\"s.fins\" = 1\n",
    );
    assert_eq!(details, [""; 0]);
    let lanes: Vec<_> = values.into_iter().map(|(_, lanes)| lanes).collect();
    assert_eq!(
        lanes,
        [
            vec![1.0],
            vec![1.0, 0.5, 0.0],
            vec![4.0],
            vec![0.0],
            vec![1.0]
        ]
    );
}

#[test]
fn values_out_of_range_are_clamped_and_reported() {
    let unsigned = params("n: u32,\nx: f32,", "");
    for (text, path, lane) in [
        ("\"s.n\" = -3", "s.n", 0.0),
        ("\"s.n\" = 5000000000", "s.n", 4_294_967_295.0),
        ("\"s.x\" = 1e300", "s.x", f64::from(f32::MAX)),
        ("\"s.x\" = -1e300", "s.x", f64::from(f32::MIN)),
    ] {
        let preset = parse(&format!("[values]\n{text}"));
        let (values, report) = preset.apply(unsigned.params());
        assert_eq!(values[0].1.lanes(), [lane], "{text}");
        assert_eq!(report.clamped, [path], "{text}");
    }
    for (text, lane) in [
        ("\"s.wave\" = 7", 1.0),
        ("\"s.wave\" = -0.5", 0.0),
        ("\"s.bones\" = 99", 12.0),
        ("\"s.mode\" = 2", 1.0),
    ] {
        let (values, details) = applied(&format!("[values]\n{text}"));
        assert_eq!(values[0].1, [lane], "{text}");
        assert_eq!(details.len(), 1, "{text}");
        assert!(
            details[0].ends_with("was out of its range; the nearest value is used"),
            "{details:?}"
        );
    }
}

#[test]
fn a_choice_that_is_gone_is_named_with_those_that_there_are() {
    let (values, details) = applied("[values]\n\"s.mode\" = \"shark\"");
    assert_eq!(values, []);
    assert_eq!(
        details,
        ["`s.mode` has no choice `shark`; there are: eel, carp"]
    );
}

#[test]
fn choices_are_found_by_name_where_the_list_has_changed() {
    let text = preset_of(&small())
        .to_text(PATH, None)
        .expect("it has a form");
    let longer = params(
        "mode: u32, // @choice(\"shark\", \"eel\", \"ray\", \"carp\")",
        "",
    );
    let (values, report) = parse(&text).apply(longer.params());
    assert_eq!(values[0].1.lanes(), [3.0]);
    assert_eq!(report.to_string(), "1 value applied, 4 unknown");
}

#[test]
fn phases_are_not_read_either() {
    let (values, details) = applied("[values]\n\"s.phase\" = 1.0");
    assert_eq!(values, []);
    assert_eq!(
        details,
        ["`s.phase` is not in this sketch; it stays in the file"]
    );
}

#[test]
fn a_scene_may_say_a_part_and_is_brought_into_range() {
    let scene = parse("[scene]\ninstances = 0\ncamera = { yaw = 1, target = [1, 2.5, nan] }").scene;
    assert_eq!(scene.num_instances, Some(1));
    assert_eq!(scene.time_speed, None);
    let camera = scene.camera.expect("it is there");
    assert_eq!((camera.yaw, camera.distance), (1.0, 4.0));
    let camera = crate::scene::Camera::from(camera);
    assert_eq!(camera.target.to_array(), [1.0, 2.5, 0.0]);
    let scene = parse("[scene]\ninstances = 99999999999").scene;
    assert_eq!(scene.num_instances, Some(u32::MAX));
    // What is not said stays unsaid.
    let saved = parse("[scene]\ninstances = 5").to_text(PATH, None);
    let expected = "version = 1\nsketch = \"\"\n\n[values]\n\n[scene]\ninstances = 5\n";
    assert_eq!(saved.as_deref(), Ok(expected));
}

#[test]
fn names_are_file_names_everywhere() {
    for (name, stem) in [
        ("carp", "carp"),
        ("  lazy carp ", "lazy carp"),
        ("größter_Fisch-2", "größter_Fisch-2"),
    ] {
        assert_eq!(file_stem(name), Ok(stem.to_owned()));
    }
    for (name, words) in [
        ("", "give the preset a name"),
        ("   ", "give the preset a name"),
        (
            "a/b",
            "a preset's name has letters, digits, spaces, - and _, but no `/`",
        ),
        (
            "a\\b",
            "a preset's name has letters, digits, spaces, - and _, but no `\\`",
        ),
        (
            "..",
            "a preset's name has letters, digits, spaces, - and _, but no `.`",
        ),
        ("COM9", "`COM9` is no file name on Windows; take another"),
        (" nul", "`nul` is no file name on Windows; take another"),
    ] {
        assert_eq!(file_stem(name), Err(words.to_owned()));
    }
    assert!(file_stem(&"ä".repeat(64)).is_ok());
    assert_eq!(
        file_stem(&"ä".repeat(65)),
        Err("a preset's name has at most 64 letters".to_owned())
    );
}
