use serde::{Deserialize, Serialize};
use service::Mode;
use utoipa::ToSchema;

/// Which of the providers' worlds the shop sells from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = Mode)]
pub(super) enum ModeName {
    /// Simulated money and test tickets.
    Test,
    /// Real money and real tickets.
    Live,
}

impl From<Mode> for ModeName {
    /// What is not live is never sold for money.
    fn from(mode: Mode) -> Self {
        if mode == Mode::Live { Self::Live } else { Self::Test }
    }
}

impl From<ModeName> for Mode {
    fn from(name: ModeName) -> Self {
        match name {
            ModeName::Test => Self::Test,
            ModeName::Live => Self::Live,
        }
    }
}

/// The mode a page believes in (requirement R2); unspecified where it does not say.
pub(super) fn expected(name: Option<ModeName>) -> i32 {
    name.map_or(Mode::Unspecified, Mode::from).into()
}
