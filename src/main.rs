//! The `swimlab` program; see [`swimlab::cli`].

fn main() -> std::process::ExitCode {
    compile_quickly();
    swimlab::cli::main()
}

/// Has Mesa's software driver leave LLVM's optimisation passes out: an edited shader is there in
/// about half the time, and frames take a few percent longer. Other drivers do not know the
/// variable; a person's own setting stays.
#[allow(unsafe_code, reason = "there is no safe way to set a variable")]
fn compile_quickly() {
    const VARIABLE: &str = "GALLIVM_PERF";
    if std::env::var_os(VARIABLE).is_none() {
        // SAFETY: this is the first thing that the process does; no other thread reads variables.
        unsafe { std::env::set_var(VARIABLE, "nopt") };
    }
}
