//! Durations as the provider writes them: ISO 8601 with days, hours, minutes and seconds (`P1DT2H40M`).

/// Whole minutes, or nothing where the text is no such duration.
pub fn minutes(text: &str) -> Option<u32> {
    let (days, time) = match text.strip_prefix('P')?.split_once('T') {
        Some((days, time)) if !time.is_empty() => (days, time),
        Some(_) => return None,
        None => (text.strip_prefix('P')?, ""),
    };
    if days.is_empty() && time.is_empty() {
        return None;
    }
    let days = sum(days, &[('D', 24 * 60 * 60)])?;
    let time = sum(time, &[('H', 60 * 60), ('M', 60), ('S', 1)])?;
    Some(days.checked_add(time)? / 60)
}

/// Adds up numbers with their units, which must come in the given order, each once at most.
fn sum(mut text: &str, units: &[(char, u32)]) -> Option<u32> {
    let mut seconds = 0_u32;
    for (unit, length) in units {
        if let Some((number, rest)) = text.split_once(*unit) {
            if !number.bytes().all(|byte| byte.is_ascii_digit()) {
                return None;
            }
            seconds = seconds.checked_add(number.parse::<u32>().ok()?.checked_mul(*length)?)?;
            text = rest;
        }
    }
    text.is_empty().then_some(seconds)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn durations_are_read_in_whole_minutes_or_not_at_all() {
        let check = |text: &str, expected: Option<u32>| assert_eq!(minutes(text), expected, "{text}");
        check("PT2H40M", Some(160));
        check("PT42M", Some(42));
        check("PT02H26M", Some(146));
        check("P1DT1H", Some(1_500));
        check("P2D", Some(2_880));
        check("PT59S", Some(0));
        check("PT", None);
        check("P", None);
        check("", None);
        check("2H", None);
        check("PT2M1H", None);
        check("PT-2M", None);
        check("PT99999999999H", None);
    }

    proptest! {
        #[test]
        fn hours_and_minutes_are_read_back(hours in 0_u32..1_000, rest in 0_u32..60) {
            prop_assert_eq!(minutes(&format!("PT{hours}H{rest}M")), Some(hours * 60 + rest));
        }

        #[test]
        fn any_text_is_read_or_refused_without_a_panic(
            text in prop_oneof!["P?[0-9DTHMSÄ]{0,12}", "P[0-9]{0,30}D?T?[0-9]{0,30}[HMS.,-]{0,3}", ".{0,40}"],
        ) {
            let _ = minutes(&text);
        }
    }
}
