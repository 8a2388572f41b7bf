//! The `swimlab` program; see [`swimlab::cli`].

fn main() -> std::process::ExitCode {
    swimlab::cli::main()
}
