//! What is told of a panic: where it happened, and never its text, which may hold what somebody sent.

use std::panic::{PanicHookInfo, set_hook};
use std::thread;

/// Logs each panic of this process from now on, in place of Rust's own report on standard error. Safe to repeat.
///
/// It is the one line that a panic has: who catches it does not log it again.
pub(crate) fn log_without_text() {
    set_hook(Box::new(log));
}

fn log(panic: &PanicHookInfo<'_>) {
    let place = panic.location().map(|place| format!("{}:{}", place.file(), place.line()));
    let thread = thread::current();
    tracing::error!(
        code = "PANIC",
        panic.location = place,
        panic.thread = thread.name(),
        "a panic: its text is not logged, for it may hold what somebody sent"
    );
}
