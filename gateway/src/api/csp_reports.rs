//! What browsers report of a page's policy (`web::policy`): counted, and told in the security log. Anybody may send a report.
//!
//! A report says more than is read here: addresses of pages, which may hold tokens, and samples of scripts, which may hold
//! what somebody typed.

use std::sync::LazyLock;

use axum::Extension;
use axum::body::Bytes;
use http::{HeaderMap, StatusCode};
use serde::Deserialize;
use serde_json::Value;
use service::metrics::Tally;
use service::security_log::{Blocked, Reason};

use crate::problem::{ApiError, Code};
use crate::request::media_type;
use crate::security_notes::SecurityNotes;

/// A browser sends those that it has collected together: so many of them are read, and the rest is dropped.
const MAX_REPORTS: usize = 20;
/// What a report may name. Those of our policy, and the finer ones that browsers name in the place of `script-src` and
/// `style-src`.
const DIRECTIVES: [&str; 19] = [
    "base-uri",
    "child-src",
    "connect-src",
    "default-src",
    "font-src",
    "form-action",
    "frame-ancestors",
    "frame-src",
    "img-src",
    "manifest-src",
    "media-src",
    "object-src",
    "script-src",
    "script-src-attr",
    "script-src-elem",
    "style-src",
    "style-src-attr",
    "style-src-elem",
    "worker-src",
];
/// In the place of a directive that anybody made up.
const OTHER: &str = "other";

static VIOLATIONS: LazyLock<Tally> = LazyLock::new(|| {
    Tally::new("csp.violations", "Reports that a page's policy kept something out", "directive")
});

/// Takes one report, or those that a browser has collected.
pub(super) async fn take(
    Extension(notes): Extension<SecurityNotes>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<StatusCode, ApiError> {
    for violation in violations(&headers, &body)? {
        let directive = violation.directive();
        VIOLATIONS.add(directive);
        notes.note_violation(Reason::new(directive), violation.blocked.as_deref().and_then(Blocked::parse));
    }
    Ok(StatusCode::NO_CONTENT)
}

/// Of `report-uri`.
#[derive(Deserialize)]
struct UriReport {
    #[serde(rename = "csp-report")]
    violation: Violation,
}

/// Of `report-to`, which is for reports of other kinds too.
#[derive(Deserialize)]
struct ReportingApiReport {
    #[serde(rename = "type")]
    kind: String,
    body: Option<Violation>,
}

/// The same in both forms, under two spellings.
#[derive(Deserialize)]
struct Violation {
    #[serde(rename = "effective-directive", alias = "effectiveDirective")]
    effective: Option<String>,
    /// Of older browsers: with all its sources.
    #[serde(rename = "violated-directive", alias = "violatedDirective")]
    violated: Option<String>,
    #[serde(rename = "blocked-uri", alias = "blockedURL")]
    blocked: Option<String>,
}

impl Violation {
    fn directive(&self) -> &'static str {
        let named = self.effective.as_deref().or(self.violated.as_deref()).unwrap_or_default();
        let name = named.split_ascii_whitespace().next().unwrap_or_default();
        DIRECTIVES.into_iter().find(|known| *known == name).unwrap_or(OTHER)
    }
}

fn violations(headers: &HeaderMap, body: &[u8]) -> Result<Vec<Violation>, ApiError> {
    let parsed = match media_type(headers).to_ascii_lowercase().as_str() {
        "application/csp-report" => {
            serde_json::from_slice(body).map(|UriReport { violation }| vec![violation])
        }
        "application/reports+json" => serde_json::from_slice(body).map(of_policies),
        _ => return Err(ApiError::new(Code::UnsupportedMediaType, "The body must be a browser's report.")),
    };
    // A parse error would quote the report.
    parsed.map_err(|_| ApiError::new(Code::MalformedRequest, "The body is no report."))
}

/// Skips items that are not reports, and keeps the others.
fn of_policies(collected: Vec<Value>) -> Vec<Violation> {
    let readable =
        collected.into_iter().filter_map(|report| serde_json::from_value::<ReportingApiReport>(report).ok());
    let of_policies = readable.filter(|report| report.kind == "csp-violation");
    of_policies.filter_map(|report| report.body).take(MAX_REPORTS).collect()
}
