//! What was found, as the API and the command tell it.

use std::fmt::{self, Display, Formatter};

use proto::preflight::v1::{Line, State};
use serde::Serialize;
use time::OffsetDateTime;
use utoipa::ToSchema;

/// What was looked at before live mode is switched on.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Preflight)]
pub struct Report {
    /// RFC 3339, UTC.
    #[serde(with = "time::serde::rfc3339")]
    #[schema(value_type = String)]
    checked_at: OffsetDateTime,
    /// Whether live mode can be switched on: every required line is passed or skipped.
    is_ready: bool,
    lines: Vec<PreflightLine>,
}

/// One thing that was looked at. Holds no secret and no personal data.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PreflightLine {
    /// Stable, for programs. Two services may tell the same code.
    pub code: String,
    pub title: String,
    state: PreflightState,
    /// Live mode can't be switched on while it failed.
    is_required: bool,
    /// What was seen.
    evidence: String,
    /// What to do; empty where there is nothing to do.
    remedy: String,
    /// The service that looked.
    pub checked_by: &'static str,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum PreflightState {
    Passed,
    Warning,
    Failed,
    Skipped,
}

impl From<State> for PreflightState {
    fn from(state: State) -> Self {
        match state {
            State::Passed => Self::Passed,
            State::Warning => Self::Warning,
            State::Skipped => Self::Skipped,
            State::Failed | State::Unspecified => Self::Failed,
        }
    }
}

impl PreflightLine {
    fn new((checked_by, line): (&'static str, Line)) -> Self {
        let state = line.state().into();
        let Line { code, title, is_required, evidence, remedy, .. } = line;
        Self { code, title, state, is_required, evidence, remedy, checked_by }
    }

    fn stands_in_the_way(&self) -> bool {
        self.is_required && matches!(self.state, PreflightState::Warning | PreflightState::Failed)
    }

    fn label(&self) -> &'static str {
        match self.state {
            PreflightState::Passed => "passed ",
            PreflightState::Warning => "WARNING",
            PreflightState::Skipped => "skipped",
            PreflightState::Failed if self.is_required => "FAILED ",
            PreflightState::Failed => "failed ",
        }
    }
}

impl Report {
    /// Each line with who looked.
    pub(super) fn new(checked_at: OffsetDateTime, lines: impl Iterator<Item = (&'static str, Line)>) -> Self {
        let lines: Vec<_> = lines.map(PreflightLine::new).collect();
        let is_ready = !lines.iter().any(PreflightLine::stands_in_the_way);
        Self { checked_at, is_ready, lines }
    }

    /// Whether live mode can be switched on.
    pub fn is_ready(&self) -> bool {
        self.is_ready
    }

    /// What live mode must wait for.
    pub(crate) fn in_the_way(&self) -> impl Iterator<Item = &PreflightLine> {
        self.lines.iter().filter(|line| line.stands_in_the_way())
    }
}

/// For a terminal: state, code, title and who looked, then evidence and remedy below.
impl Display for Report {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for line in &self.lines {
            writeln!(f, "{}  {}: {} ({})", line.label(), line.code, line.title, line.checked_by)?;
            for text in [&line.evidence, &line.remedy].into_iter().filter(|text| !text.is_empty()) {
                writeln!(f, "         {text}")?;
            }
        }
        let verdict = if self.is_ready { "Ready for live mode." } else { "Not ready for live mode." };
        write!(f, "\n{verdict}")
    }
}

#[cfg(test)]
mod tests {
    use service::preflight::Check;

    use super::*;

    const COOKIES: Check = Check::required("SECURE_COOKIES", "Cookies are sent over https alone");
    const EVENT: Check = Check::advised("STRIPE_LIVE_EVENT", "A webhook has come");

    fn report(lines: impl IntoIterator<Item = Line>) -> Report {
        Report::new(OffsetDateTime::UNIX_EPOCH, lines.into_iter().map(|line| ("gateway", line)))
    }

    #[test]
    fn a_list_says_which_line_who_saw_what_and_what_to_do() {
        let lines = [COOKIES.failed("HTTPS is false.", "Set it."), EVENT.failed("None.", "Wait.")];

        let expected = "FAILED   SECURE_COOKIES: Cookies are sent over https alone (gateway)\n         \
                        HTTPS is false.\n         Set it.\n\
                        failed   STRIPE_LIVE_EVENT: A webhook has come (gateway)\n         None.\n         Wait.\n\
                        \nNot ready for live mode.";
        assert_eq!(report(lines).to_string(), expected);
    }

    #[test]
    fn a_required_line_that_failed_stands_in_the_way_and_nothing_else_does() {
        let failed = report([COOKIES.failed("HTTPS is false.", "Set it."), EVENT.failed("None.", "Wait.")]);
        let others =
            [COOKIES.passed("HTTPS is true."), COOKIES.skipped("No."), COOKIES.warning("Old.", "Look.")];

        let codes: Vec<_> = failed.in_the_way().map(|line| line.code.as_str()).collect();
        assert_eq!((failed.is_ready(), codes), (false, vec!["SECURE_COOKIES"]));
        assert!(report(others).is_ready());
    }
}
