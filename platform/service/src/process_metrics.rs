//! What a process says of itself: its build, processor time and memory. Read when metrics are collected.

use opentelemetry::KeyValue;
use rustix::param::{clock_ticks_per_second, page_size};

use crate::metrics::meter;

/// Nothing to say: without a database.
const NO_SCHEMA: &str = "none";

/// Measures this process as long as it lives. `schema` is the newest migration that it knows.
pub fn measure(service: &'static str, version: &'static str, schema: Option<i64>) {
    let labels = [
        KeyValue::new("service", service),
        KeyValue::new("version", version),
        KeyValue::new("schema", schema.map_or_else(|| NO_SCHEMA.to_owned(), |newest| newest.to_string())),
    ];
    meter()
        .u64_observable_gauge("build.info")
        .with_description("Which build runs")
        .with_callback(move |gauge| gauge.observe(1, &labels))
        .build();
    meter()
        .f64_observable_counter("process.cpu.time")
        .with_unit("s")
        .with_description("Processor time")
        .with_callback(move |counter| {
            let Some(times) = cpu_times() else { return };
            for (mode, seconds) in [("user", times.0), ("system", times.1)] {
                let labels = [KeyValue::new("service", service), KeyValue::new("cpu.mode", mode)];
                counter.observe(seconds, &labels);
            }
        })
        .build();
    meter()
        .u64_observable_gauge("process.memory.usage")
        .with_unit("By")
        .with_description("Resident memory")
        .with_callback(move |gauge| {
            let Some(bytes) = resident_bytes() else { return };
            gauge.observe(bytes, &[KeyValue::new("service", service)]);
        })
        .build();
}

/// Seconds in user and in kernel mode, as Linux tells them; none elsewhere.
fn cpu_times() -> Option<(f64, f64)> {
    times_in(&std::fs::read_to_string("/proc/self/stat").ok()?)
}

/// Fields 14 and 15 of proc(5)'s stat, in clock ticks. The name in parentheses before them may hold anything.
fn times_in(stat: &str) -> Option<(f64, f64)> {
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let seconds = |field: &str| {
        let ticks: u32 = field.parse().ok()?;
        let a_second = u32::try_from(clock_ticks_per_second()).ok()?;
        Some(f64::from(ticks) / f64::from(a_second))
    };
    Some((seconds(fields.get(11)?)?, seconds(fields.get(12)?)?))
}

/// The second field of proc(5)'s statm, in pages.
fn resident_bytes() -> Option<u64> {
    let pages: u64 =
        std::fs::read_to_string("/proc/self/statm").ok()?.split_whitespace().nth(1)?.parse().ok()?;
    Some(pages * u64::try_from(page_size()).ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_with_spaces_and_parentheses_moves_no_field() {
        let ticks = f64::from(u32::try_from(clock_ticks_per_second()).unwrap());
        let stat = "42 (a) (b c) S 1 2 3 4 5 6 7 8 9 10 500 250 11 12\n";

        assert_eq!(times_in(stat), Some((500.0 / ticks, 250.0 / ticks)));
        assert_eq!(times_in("42 (a"), None);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_process_has_memory_and_has_used_the_processor() {
        assert!(resident_bytes().unwrap() > 100_000);
        assert!(cpu_times().is_some());
    }
}
