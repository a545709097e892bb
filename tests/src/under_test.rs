//! The program as the tests start it: the same code as `windwright`, built with them.

use std::process::ExitCode;

fn main() -> ExitCode {
    windwright::commands::main()
}
