//! Memory over many reloads, in a process of its own: other tests would be counted too.

#![cfg(all(feature = "gpu", target_os = "linux"))]

use std::fs;

use swimlab::gpu::AdapterChoice;
use swimlab::headless::Headless;
use swimlab::workspace::Workspace;

/// Reloads until the driver's and the allocator's pools have their size.
const NUM_WARM_UP: usize = 200;
const NUM_RELOADS: usize = 1000;
const MAX_GROWTH: u64 = 10 << 20;

/// Bytes of this process that are in memory.
fn resident() -> u64 {
    let status = fs::read_to_string("/proc/self/status").expect("the system tells");
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))
        .expect("the system tells what is resident");
    let kib: u64 = line
        .trim()
        .trim_end_matches("kB")
        .trim()
        .parse()
        .expect("a number of KiB");
    kib << 10
}

#[test]
fn a_thousand_reloads_cost_less_than_ten_megabytes() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("shaders/swim.wgsl");
    fs::create_dir(folder.path().join("shaders")).expect("a folder");
    let text =
        include_str!("../../shaders/swim.wgsl").replace("@instances(10000)", "@instances(3)");
    let save = |n: usize| {
        // Controls come and go too. Four texts, so that the driver's own cache of what it compiled
        // reaches its size at once.
        let member = format!("    extra_{}: f32, // @range(0, 1)\n    phase: f32,", n % 4);
        fs::write(&file, text.replace("    phase: f32,", &member)).expect("the sketch is saved");
    };
    save(0);

    let workspace = Workspace::new(folder.path());
    let sketch = workspace.find("swim").expect("the sketch is there");
    let mut headless = Headless::open(&workspace, &sketch, &AdapterChoice::Software, 1)
        .expect("a software driver; scripts/test installs one");
    let target = headless.renderer.new_target([64, 64]);
    let mut reload = |n: usize| {
        save(n);
        headless.reload().expect("the sketch compiles");
        assert!(
            headless
                .session
                .params
                .index(&format!("swim.extra_{}", n % 4))
                .is_some()
        );
        headless.draw(&target, 1.0 / 60.0);
    };
    (0..NUM_WARM_UP).for_each(&mut reload);
    let before = resident();
    (0..NUM_RELOADS).for_each(&mut reload);
    let growth = resident().saturating_sub(before);
    assert!(
        growth < MAX_GROWTH,
        "{NUM_RELOADS} reloads took {} KiB",
        growth >> 10
    );
    eprintln!(
        "{NUM_RELOADS} reloads took {} KiB of {} MiB",
        growth >> 10,
        before >> 20
    );
}
