use axum::Json as Answer;
use axum::extract::State;
use service::RequestContext;

use crate::preflight::Report;
use crate::problem::{ApiError, Code};
use crate::request::Admin;
use crate::state::{Gateway, Shared};

/// Checks what has to be right before live mode is switched on. Takes up to ten seconds, and changes nothing.
#[utoipa::path(
    post, path = "/api/admin/preflight", tag = "system",
    responses(
        (status = OK, body = Report),
        (status = UNAUTHORIZED, description = "NOT_AUTHENTICATED"),
        (status = FORBIDDEN, description = "FORBIDDEN"),
    )
)]
pub(super) async fn check(State(gateway): State<Shared>, Admin(context): Admin) -> Answer<Report> {
    Answer(gateway.preflight.check(&context).await)
}

/// NOT_READY_FOR_LIVE, with what stands in the way. The log says which lines, and who tried.
pub(super) async fn require(gateway: &Gateway, context: &RequestContext) -> Result<(), ApiError> {
    let report = gateway.preflight.check(context).await;
    if report.is_ready() {
        return Ok(());
    }
    let lines = report.in_the_way().map(|line| format!("{} ({})", line.code, line.checked_by));
    let by = context.user.as_ref().map(|user| user.id.to_string()).unwrap_or_default();
    tracing::warn!(
        lines = lines.collect::<Vec<_>>().join(", "),
        user.id = by,
        "live mode was refused: required checks failed"
    );
    // Several services may look at the same.
    let mut titles = Vec::new();
    for line in report.in_the_way() {
        if !titles.contains(&line.title.as_str()) {
            titles.push(line.title.as_str());
        }
    }
    let detail = format!("Live mode stays off until this is so: {}.", titles.join("; "));
    Err(ApiError::new(Code::NotReadyForLive, detail))
}
