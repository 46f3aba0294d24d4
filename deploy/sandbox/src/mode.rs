//! Test or live: told by the token, marked in every object, never crossed.

use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    Test,
    Live,
}

impl Mode {
    pub fn is_live(self) -> bool {
        self == Mode::Live
    }

    pub fn of_duffel_token(token: &str) -> Option<Mode> {
        Self::by_prefix(token, &[("duffel_test_", Mode::Test), ("duffel_live_", Mode::Live)])
    }

    pub fn of_stripe_key(key: &str) -> Option<Mode> {
        Self::by_prefix(
            key,
            &[
                ("sk_test_", Mode::Test),
                ("sk_live_", Mode::Live),
                ("rk_test_", Mode::Test),
                ("rk_live_", Mode::Live),
                ("pk_test_", Mode::Test),
                ("pk_live_", Mode::Live),
            ],
        )
    }

    fn by_prefix(token: &str, prefixes: &[(&str, Mode)]) -> Option<Mode> {
        prefixes
            .iter()
            .find(|(prefix, _)| token.strip_prefix(prefix).is_some_and(|rest| !rest.is_empty()))
            .map(|(_, mode)| *mode)
    }
}
