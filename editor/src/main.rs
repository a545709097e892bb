//! Start.

use std::process::ExitCode;

fn main() -> ExitCode {
    windwright::commands::main()
}
