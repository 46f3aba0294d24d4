//! The brand manager: administrators alone make, change and delete brands.

use axum::Json as Answer;
use axum::extract::{Path, State};
use http::StatusCode;
use proto::brand::v1::{
    self as wire, Brand, CheckThemeRequest, CreateBrandRequest, DeleteBrandRequest, GetBrandRecordRequest,
    ListBrandSummariesRequest, Theme, UpdateBrandRequest,
};
use serde::{Deserialize, Serialize};
use service::RequestContext;
use utoipa::ToSchema;

use super::auth::Done;
use crate::brands::is_key;
use crate::problem::{ApiError, Code};
use crate::request::{Administrator, Json};
use crate::state::{Gateway, Shared};

/// The largest logo as a data URL, and all the texts of a record.
pub(super) const LARGEST_RECORD: usize = 320 << 10;

/// A brand as it is configured.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct BrandRecord {
    /// With the version that an update replaces. `theme.variables` are computed and never taken over.
    brand: Brand,
    /// Decimal fraction of the airline's price, for example "0.23".
    markup_rate: String,
    /// Where mails link to; empty: follows from the key.
    public_url: String,
    /// Where the brand is shown; computed, and ignored in what is sent.
    site: String,
}

/// A brand in the list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct BrandSummary {
    key: String,
    name: String,
    primary: String,
    secondary: String,
    markup_rate: String,
    version: i64,
    /// RFC 3339, UTC.
    updated_at: String,
}

/// A brand and what it was before.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct BrandHistory {
    record: BrandRecord,
    /// The latest 20, newest first, with the one that holds.
    versions: Vec<BrandVersion>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct BrandVersion {
    version: i64,
    /// RFC 3339, UTC.
    changed_at: String,
}

#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct ThemeCheckRequest {
    theme: Theme,
}

/// What a theme would look like.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ThemeReport {
    /// With its variables.
    theme: Theme,
    checks: Vec<ContrastCheck>,
}

/// How well something can be seen on what it stands on.
#[derive(Debug, Serialize, ToSchema)]
struct ContrastCheck {
    /// The colour of the theme that decides.
    color: String,
    label: String,
    /// For example "4.42".
    ratio: String,
    required: String,
    passes: bool,
    /// The nearest shade that passes; empty where the colour itself does.
    suggestion: String,
}

impl From<wire::BrandRecord> for BrandRecord {
    fn from(record: wire::BrandRecord) -> Self {
        let wire::BrandRecord { brand, markup_rate, public_url, site } = record;
        Self { brand: brand.unwrap_or_default(), markup_rate, public_url, site }
    }
}

impl From<BrandRecord> for wire::BrandRecord {
    fn from(record: BrandRecord) -> Self {
        let BrandRecord { brand, markup_rate, public_url, site } = record;
        Self { brand: Some(brand), markup_rate, public_url, site }
    }
}

impl From<wire::BrandSummary> for BrandSummary {
    fn from(summary: wire::BrandSummary) -> Self {
        let wire::BrandSummary { key, name, primary, secondary, markup_rate, version, updated_at } = summary;
        Self { key, name, primary, secondary, markup_rate, version, updated_at }
    }
}

impl From<wire::BrandVersion> for BrandVersion {
    fn from(wire::BrandVersion { version, changed_at }: wire::BrandVersion) -> Self {
        Self { version, changed_at }
    }
}

impl From<wire::ContrastCheck> for ContrastCheck {
    fn from(check: wire::ContrastCheck) -> Self {
        let wire::ContrastCheck { color, label, ratio, required, passes, suggestion } = check;
        Self { color, label, ratio, required, passes, suggestion }
    }
}

/// All brands.
#[utoipa::path(
    get, path = "/api/admin/brands", tag = "brand",
    responses(
        (status = OK, body = Vec<BrandSummary>),
        (status = UNAUTHORIZED, description = "NOT_AUTHENTICATED"),
        (status = FORBIDDEN, description = "FORBIDDEN"),
    )
)]
pub(super) async fn list_brands(
    State(gateway): State<Shared>,
    Administrator(context): Administrator,
) -> Result<Answer<Vec<BrandSummary>>, ApiError> {
    let request = context.request(ListBrandSummariesRequest {});
    let answer = gateway.services.brand_admin.clone().list_brand_summaries(request).await?;
    Ok(Answer(answer.into_inner().brands.into_iter().map(BrandSummary::from).collect()))
}

/// Makes a brand.
#[utoipa::path(
    post, path = "/api/admin/brands", tag = "brand", request_body = BrandRecord,
    responses(
        (status = CREATED, body = BrandRecord),
        (status = UNAUTHORIZED, description = "NOT_AUTHENTICATED"),
        (status = FORBIDDEN, description = "FORBIDDEN"),
        (status = CONFLICT, description = "BRAND_EXISTS"),
        (status = UNPROCESSABLE_ENTITY, description = "VALIDATION_ERROR"),
    )
)]
pub(super) async fn create_brand(
    State(gateway): State<Shared>,
    Administrator(context): Administrator,
    Json(record): Json<BrandRecord>,
) -> Result<(StatusCode, Answer<BrandRecord>), ApiError> {
    let request = context.request(CreateBrandRequest { record: Some(record.into()) });
    let answer = gateway.services.brand_admin.clone().create_brand(request).await?.into_inner();
    let record = published(&gateway, answer.record).await;
    Ok((StatusCode::CREATED, Answer(record)))
}

/// A brand as it is configured, and its versions.
#[utoipa::path(
    get, path = "/api/admin/brands/{domain}", tag = "brand",
    params(("domain" = String, Path, description = "The brand's key")),
    responses(
        (status = OK, body = BrandHistory),
        (status = UNAUTHORIZED, description = "NOT_AUTHENTICATED"),
        (status = FORBIDDEN, description = "FORBIDDEN"),
        (status = NOT_FOUND, description = "BRAND_NOT_FOUND"),
    )
)]
pub(super) async fn get_record(
    State(gateway): State<Shared>,
    Administrator(context): Administrator,
    Path(domain): Path<String>,
) -> Result<Answer<BrandHistory>, ApiError> {
    history(&gateway, &context, domain, 0).await.map(Answer)
}

/// A brand as it was configured once.
#[utoipa::path(
    get, path = "/api/admin/brands/{domain}/versions/{version}", tag = "brand",
    params(
        ("domain" = String, Path, description = "The brand's key"),
        ("version" = i64, Path, description = "One of its versions"),
    ),
    responses(
        (status = OK, body = BrandRecord),
        (status = UNAUTHORIZED, description = "NOT_AUTHENTICATED"),
        (status = FORBIDDEN, description = "FORBIDDEN"),
        (status = NOT_FOUND, description = "BRAND_NOT_FOUND"),
    )
)]
pub(super) async fn get_version(
    State(gateway): State<Shared>,
    Administrator(context): Administrator,
    Path((domain, version)): Path<(String, String)>,
) -> Result<Answer<BrandRecord>, ApiError> {
    let version = version.parse().ok().filter(|version| *version > 0);
    let version = version.ok_or_else(|| ApiError::new(Code::BrandNotFound, "There is no such version."))?;
    history(&gateway, &context, domain, version).await.map(|history| Answer(history.record))
}

/// Replaces a brand's record.
#[utoipa::path(
    put, path = "/api/admin/brands/{domain}", tag = "brand", request_body = BrandRecord,
    params(("domain" = String, Path, description = "The brand's key")),
    responses(
        (status = OK, body = BrandRecord),
        (status = UNAUTHORIZED, description = "NOT_AUTHENTICATED"),
        (status = FORBIDDEN, description = "FORBIDDEN"),
        (status = NOT_FOUND, description = "BRAND_NOT_FOUND"),
        (status = CONFLICT, description = "BRAND_CHANGED"),
        (status = UNPROCESSABLE_ENTITY, description = "VALIDATION_ERROR"),
    )
)]
pub(super) async fn update_brand(
    State(gateway): State<Shared>,
    Administrator(context): Administrator,
    Path(domain): Path<String>,
    Json(mut record): Json<BrandRecord>,
) -> Result<Answer<BrandRecord>, ApiError> {
    record.brand.domain = known_form(domain)?;
    let request = context.request(UpdateBrandRequest { record: Some(record.into()) });
    let answer = gateway.services.brand_admin.clone().update_brand(request).await?.into_inner();
    Ok(Answer(published(&gateway, answer.record).await))
}

/// Deletes a brand. Its host shows the default brand from then on.
#[utoipa::path(
    delete, path = "/api/admin/brands/{domain}", tag = "brand",
    params(("domain" = String, Path, description = "The brand's key")),
    responses(
        (status = OK, body = Done),
        (status = UNAUTHORIZED, description = "NOT_AUTHENTICATED"),
        (status = FORBIDDEN, description = "FORBIDDEN"),
        (status = NOT_FOUND, description = "BRAND_NOT_FOUND"),
        (status = CONFLICT, description = "DEFAULT_BRAND"),
    )
)]
pub(super) async fn delete_brand(
    State(gateway): State<Shared>,
    Administrator(context): Administrator,
    Path(domain): Path<String>,
) -> Result<Answer<Done>, ApiError> {
    let request = context.request(DeleteBrandRequest { key: known_form(domain.clone())? });
    gateway.services.brand_admin.clone().delete_brand(request).await?;
    gateway.brands.forget(&domain).await;
    Ok(Done::saying("The brand is deleted"))
}

/// The shades of a theme and how readable it is, before it is published.
#[utoipa::path(
    post, path = "/api/admin/themes/check", tag = "brand", request_body = ThemeCheckRequest,
    responses(
        (status = OK, body = ThemeReport),
        (status = UNAUTHORIZED, description = "NOT_AUTHENTICATED"),
        (status = FORBIDDEN, description = "FORBIDDEN"),
        (status = UNPROCESSABLE_ENTITY, description = "VALIDATION_ERROR"),
    )
)]
pub(super) async fn check_theme(
    State(gateway): State<Shared>,
    Administrator(context): Administrator,
    Json(request): Json<ThemeCheckRequest>,
) -> Result<Answer<ThemeReport>, ApiError> {
    let request = context.request(CheckThemeRequest { theme: Some(request.theme) });
    let answer = gateway.services.brand_admin.clone().check_theme(request).await?.into_inner();
    let checks = answer.checks.into_iter().map(ContrastCheck::from).collect();
    Ok(Answer(ThemeReport { theme: answer.theme.unwrap_or_default(), checks }))
}

/// A brand's key, or the answer that no brand has one like it.
fn known_form(key: String) -> Result<String, ApiError> {
    let unknown = || ApiError::new(Code::BrandNotFound, "There is no such brand.");
    is_key(&key).then_some(key).ok_or_else(unknown)
}

async fn history(
    gateway: &Gateway,
    context: &RequestContext,
    key: String,
    version: i64,
) -> Result<BrandHistory, ApiError> {
    let request = context.request(GetBrandRecordRequest { key: known_form(key)?, version });
    let answer = gateway.services.brand_admin.clone().get_brand_record(request).await?.into_inner();
    let versions = answer.versions.into_iter().map(BrandVersion::from).collect();
    Ok(BrandHistory { record: answer.record.unwrap_or_default().into(), versions })
}

/// Whoever published sees it at once, also while the broker is away; other gateways hear of it by the event.
async fn published(gateway: &Gateway, record: Option<wire::BrandRecord>) -> BrandRecord {
    let record = BrandRecord::from(record.unwrap_or_default());
    gateway.brands.forget(&record.brand.domain).await;
    record
}
