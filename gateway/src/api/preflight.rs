use axum::Json as Answer;
use axum::extract::State;
use proto::preflight::v1;
use serde::Serialize;
use service::RequestContext;
use time::OffsetDateTime;
use utoipa::ToSchema;

use crate::preflight::Checked;
use crate::problem::{ApiError, Code};
use crate::request::Administrator;
use crate::state::{Gateway, Shared};

/// What was looked at before live mode is switched on.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Preflight {
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
struct PreflightLine {
    /// Stable, for programs. Two services may tell the same code.
    code: String,
    title: String,
    state: PreflightState,
    /// Live mode can't be switched on while it failed.
    is_required: bool,
    /// What was seen.
    evidence: String,
    /// What to do; empty where there is nothing to do.
    remedy: String,
    /// The service that looked.
    checked_by: &'static str,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum PreflightState {
    Passed,
    Warning,
    Failed,
    Skipped,
}

impl From<Checked> for PreflightLine {
    fn from(Checked { by, line }: Checked) -> Self {
        let state = match line.state() {
            v1::State::Passed => PreflightState::Passed,
            v1::State::Warning => PreflightState::Warning,
            v1::State::Skipped => PreflightState::Skipped,
            v1::State::Failed | v1::State::Unspecified => PreflightState::Failed,
        };
        Self {
            code: line.code,
            title: line.title,
            state,
            is_required: line.is_required,
            evidence: line.evidence,
            remedy: line.remedy,
            checked_by: by,
        }
    }
}

/// Checks what has to be right before live mode is switched on. Takes up to ten seconds, and changes nothing.
#[utoipa::path(
    post, path = "/api/admin/preflight", tag = "system",
    responses(
        (status = OK, body = Preflight),
        (status = UNAUTHORIZED, description = "NOT_AUTHENTICATED"),
        (status = FORBIDDEN, description = "FORBIDDEN"),
    )
)]
pub(super) async fn check(
    State(gateway): State<Shared>,
    Administrator(context): Administrator,
) -> Answer<Preflight> {
    let lines = gateway.preflight.check(&context).await;
    Answer(Preflight {
        checked_at: gateway.clock.now(),
        is_ready: !lines.iter().any(Checked::stands_in_the_way),
        lines: lines.into_iter().map(PreflightLine::from).collect(),
    })
}

/// NOT_READY_FOR_LIVE, with what stands in the way.
pub(super) async fn require(gateway: &Gateway, context: &RequestContext) -> Result<(), ApiError> {
    let lines = gateway.preflight.check(context).await;
    let titles: Vec<_> =
        lines.iter().filter(|line| line.stands_in_the_way()).map(|line| line.line.title.as_str()).collect();
    if titles.is_empty() {
        return Ok(());
    }
    let detail = format!("Live mode stays off until this is so: {}.", titles.join("; "));
    Err(ApiError::new(Code::NotReadyForLive, detail))
}
