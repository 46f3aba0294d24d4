use serde::{Deserialize, Serialize};
use time::OffsetDateTime;

/// What was seen of some dates until then is sold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Sold {
    #[serde(rename = "sold_until", with = "time::serde::rfc3339")]
    pub until: OffsetDateTime,
}

impl Sold {
    /// The stored form, as JSON.
    pub fn to_bytes(self) -> Vec<u8> {
        serde_json::to_vec(&self).expect("a time of our days")
    }

    /// Nothing for an observation, or for what this version doesn't write.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        serde_json::from_slice(bytes).ok()
    }
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;

    use super::super::Observation;
    use super::super::observation::tests::seen;
    use super::*;

    #[test]
    fn a_mark_and_an_observation_are_told_apart() {
        let sold = Sold { until: datetime!(2026-03-01 12:00 UTC) };

        assert_eq!(sold.to_bytes(), br#"{"sold_until":"2026-03-01T12:00:00Z"}"#);
        assert_eq!(Sold::from_bytes(&sold.to_bytes()), Some(sold));
        assert_eq!(Observation::from_bytes(&sold.to_bytes()), None);
        assert_eq!(Sold::from_bytes(&seen("300", "USD").to_bytes()), None);
        assert_eq!(Sold::from_bytes(b""), None);
    }
}
