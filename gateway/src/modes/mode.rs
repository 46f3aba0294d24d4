use serde::{Deserialize, Serialize};
use service::Mode as WireMode;
use utoipa::ToSchema;

use crate::problem::ApiError;

/// Which of the providers' worlds the shop sells from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Mode {
    /// Simulated money and test tickets.
    Test,
    /// Real money and real tickets.
    Live,
}

/// A service left the mode out, or sent one that this gateway does not know.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the mode is not specified")]
pub(crate) struct UnspecifiedMode;

impl From<UnspecifiedMode> for ApiError {
    fn from(error: UnspecifiedMode) -> Self {
        tracing::error!(%error, "a service gave an incomplete answer");
        Self::internal()
    }
}

impl TryFrom<WireMode> for Mode {
    type Error = UnspecifiedMode;

    /// An unspecified mode is an error: taken for test, it could hide that money is real.
    fn try_from(mode: WireMode) -> Result<Self, UnspecifiedMode> {
        match mode {
            WireMode::Test => Ok(Self::Test),
            WireMode::Live => Ok(Self::Live),
            WireMode::Unspecified => Err(UnspecifiedMode),
        }
    }
}

impl From<Mode> for WireMode {
    fn from(mode: Mode) -> Self {
        match mode {
            Mode::Test => Self::Test,
            Mode::Live => Self::Live,
        }
    }
}

/// The mode a page believes in (requirement R2); unspecified where it does not say.
pub(crate) fn expected(mode: Option<Mode>) -> i32 {
    mode.map_or(WireMode::Unspecified, WireMode::from).into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::Code;

    #[test]
    fn an_unspecified_mode_is_an_error_and_never_test() {
        assert_eq!(Mode::try_from(WireMode::Test), Ok(Mode::Test));
        assert_eq!(Mode::try_from(WireMode::Live), Ok(Mode::Live));
        assert_eq!(Mode::try_from(WireMode::Unspecified), Err(UnspecifiedMode));
        assert_eq!(ApiError::from(UnspecifiedMode).code, Code::InternalError);
    }
}
