//! Rules and queries for a world in which time passes faster: a minute of theirs lasts a second.

use std::iter::once;

/// So many of a rule's seconds last one.
const FACTOR: u64 = 60;
/// No window and no wait is shorter, s: there is one sample a second.
const SHORTEST: u64 = 5;
/// How often a group of rules is evaluated at most, s.
const OFTEN: u64 = 1;

/// The same text with every window, offset, wait and interval divided, and `[1h]) * 3600` so that it still counts what is in
/// its window. Thresholds stay.
pub fn scaled(text: &str) -> String {
    text.lines().map(scaled_line).collect::<Vec<_>>().join("\n")
}

fn scaled_line(line: &str) -> String {
    let setting = [("for: ", SHORTEST), ("interval: ", OFTEN)].into_iter().find_map(|(name, shortest)| {
        let time = scaled_time(line.trim_start().strip_prefix(name)?, shortest)?;
        let indent = &line[..line.len() - line.trim_start().len()];
        Some(format!("{indent}{name}{time}"))
    });
    setting.unwrap_or_else(|| with_offsets(&with_windows(line)))
}

/// `[5m]`, and `[1h:1m]` of a subquery.
fn with_windows(line: &str) -> String {
    let mut pieces = line.split('[');
    let before = pieces.next().unwrap_or_default().to_owned();
    let windows = pieces.map(|piece| match piece.split_once(']') {
        Some((window, rest)) => {
            let rest = with_count(window, rest);
            format!("[{}]{rest}", scaled_window(window).unwrap_or_else(|| window.to_owned()))
        }
        None => format!("[{piece}"),
    });
    once(before).chain(windows).collect()
}

fn scaled_window(window: &str) -> Option<String> {
    let times: Vec<_> = window.split(':').map(|time| scaled_time(time, SHORTEST)).collect::<Option<_>>()?;
    Some(times.join(":"))
}

/// What follows a window: its seconds, by which an average rate is multiplied, are divided too.
fn with_count(window: &str, rest: &str) -> String {
    let counted = seconds_of(window).and_then(|seconds| {
        let rest = rest.strip_prefix(&format!(") * {seconds} "))?;
        Some(format!(") * {} {rest}", divided(seconds, SHORTEST)))
    });
    counted.unwrap_or_else(|| rest.to_owned())
}

fn with_offsets(line: &str) -> String {
    const OFFSET: &str = "offset ";
    let mut pieces = line.split(OFFSET);
    let before = pieces.next().unwrap_or_default().to_owned();
    let offsets = pieces.map(|piece| {
        let end = piece.find(|letter: char| !letter.is_ascii_alphanumeric()).unwrap_or(piece.len());
        let (time, rest) = piece.split_at(end);
        let time = scaled_time(time, SHORTEST).unwrap_or_else(|| time.to_owned());
        format!("{OFFSET}{time}{rest}")
    });
    once(before).chain(offsets).collect()
}

/// `5m` and the like, divided. None: it is no time.
fn scaled_time(text: &str, shortest: u64) -> Option<String> {
    Some(format!("{}s", divided(seconds_of(text)?, shortest)))
}

fn divided(seconds: u64, shortest: u64) -> u64 {
    (seconds / FACTOR).max(shortest)
}

fn seconds_of(text: &str) -> Option<u64> {
    let (unit, seconds) = [('s', 1), ('m', 60), ('h', 3_600), ('d', 86_400)]
        .into_iter()
        .find(|(unit, _)| text.ends_with(*unit))?;
    let count: u64 = text.strip_suffix(unit)?.parse().ok()?;
    Some(count * seconds)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_offsets_waits_and_intervals_are_divided_and_thresholds_stay() {
        for (rule, expected) in [
            ("rate(a{b=\"c\"}[10m]) > 0.2", "rate(a{b=\"c\"}[10s]) > 0.2"),
            ("max_over_time(a[1h:1m]) > 900", "max_over_time(a[60s:5s]) > 900"),
            ("a unless a offset 15m > 0", "a unless a offset 15s > 0"),
            (") offset 14d", ") offset 20160s"),
            ("avg_over_time(a:rate5m[1h]) * 3600 > 2.5", "avg_over_time(a:rate5m[60s]) * 60 > 2.5"),
            ("avg_over_time(a[6h]) * 100 > 2.5", "avg_over_time(a[360s]) * 100 > 2.5"),
            ("        for: 15m", "        for: 15s"),
            ("    interval: 1h", "    interval: 60s"),
            ("    interval: 30s", "    interval: 1s"),
        ] {
            assert_eq!(scaled(rule), expected);
        }
    }

    #[test]
    fn nothing_is_shorter_than_a_few_samples() {
        assert_eq!(scaled("rate(a[5m])\nfor: 1m"), "rate(a[5s])\nfor: 5s");
    }

    #[test]
    fn what_is_no_time_stays() {
        for text in ["a{b=~\"[0-9]+\"}", "for: a reason", "the offset of a clock", "groups: [a, b]"] {
            assert_eq!(scaled(text), text);
        }
    }
}
