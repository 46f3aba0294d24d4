//! Sums, days and durations as the site shows them, so that a mail and a page never seem to say different things.

use jiff::civil::DateTime;
use time::Date;
use time::macros::format_description;

use crate::texts::Texts;

/// `£1,338.50`, but `£1,284`.
pub use money::written as sum;

/// `Tue, Mar 5, 2027`.
pub fn day(at: DateTime) -> String {
    at.strftime("%a, %b %-d, %Y").to_string()
}

/// The same of a date that belongs to no airport.
pub fn date(date: Date) -> Option<String> {
    let style = format_description!("[weekday repr:short], [month repr:short] [day padding:none], [year]");
    date.format(style).ok()
}

/// `2h 30m`, `2h`, `45m`: neither part is written where there is none of it.
pub fn minutes(texts: Texts, total: u32) -> String {
    match (total / 60, total % 60) {
        (0, minutes) => texts.minutes(minutes),
        (hours, 0) => texts.hours(hours),
        (hours, minutes) => texts.hours_and_minutes(hours, minutes),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_read_as_on_the_site() {
        assert_eq!(day(jiff::civil::date(2027, 3, 5).at(9, 0, 0, 0)), "Fri, Mar 5, 2027");
        assert_eq!(date(time::macros::date!(2027 - 03 - 05)).as_deref(), Some("Fri, Mar 5, 2027"));
    }
}
