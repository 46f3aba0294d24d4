//! The brand manager: administrators alone make, change and delete brands.

mod guards;
mod shapes;

use axum::Json as Answer;
use axum::extract::{Path, State};
use http::StatusCode;
use proto::brand::v1::{
    self as wire, CheckThemeRequest, CreateBrandRequest, DeleteBrandRequest, GetBrandRecordRequest,
    ListBrandSummariesRequest, UpdateBrandRequest,
};
use service::RequestContext;

use self::guards::{moves_money_or_mail, refuse_with_open_trips};
use self::shapes::{
    BrandHistory, BrandRecord, BrandSummary, BrandVersion, ContrastCheck, ThemeCheckRequest, ThemeReport,
};
use super::admin::require_password;
use super::auth::Done;
use crate::brand_key::is_key;
use crate::problem::{ApiError, Code};
use crate::request::{Admin, Json};
use crate::state::{Gateway, Shared};

/// The largest logo as a data URL, and all the texts of a record.
pub(super) const LARGEST_RECORD: usize = 320 << 10;

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
    Admin(context): Admin,
) -> Result<Answer<Vec<BrandSummary>>, ApiError> {
    let request = context.request(ListBrandSummariesRequest {});
    let answer = gateway.services.brand_admin.clone().list_brand_summaries(request).await?;
    Ok(Answer(answer.into_inner().brands.into_iter().map(BrandSummary::from).collect()))
}

/// Makes a brand. Wants the password proved in the last 10 minutes.
#[utoipa::path(
    post, path = "/api/admin/brands", tag = "brand", request_body = BrandRecord,
    responses(
        (status = CREATED, body = BrandRecord),
        (status = UNAUTHORIZED, description = "NOT_AUTHENTICATED or REAUTH_REQUIRED"),
        (status = FORBIDDEN, description = "FORBIDDEN"),
        (status = CONFLICT, description = "BRAND_EXISTS"),
        (status = UNPROCESSABLE_ENTITY, description = "VALIDATION_ERROR"),
    )
)]
pub(super) async fn create_brand(
    State(gateway): State<Shared>,
    Admin(context): Admin,
    Json(record): Json<BrandRecord>,
) -> Result<(StatusCode, Answer<BrandRecord>), ApiError> {
    require_password(&gateway, &context).await?;
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
    Admin(context): Admin,
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
    Admin(context): Admin,
    Path((domain, version)): Path<(String, String)>,
) -> Result<Answer<BrandRecord>, ApiError> {
    let version = version.parse().ok().filter(|version| *version > 0);
    let version = version.ok_or_else(|| ApiError::new(Code::BrandNotFound, "There is no such version."))?;
    history(&gateway, &context, domain, version).await.map(|history| Answer(history.record))
}

/// Replaces a brand's record. Another markup, address of the site, contact address, support address or phone number
/// wants the password proved in the last 10 minutes; names, colours and texts don't.
#[utoipa::path(
    put, path = "/api/admin/brands/{domain}", tag = "brand", request_body = BrandRecord,
    params(("domain" = String, Path, description = "The brand's key")),
    responses(
        (status = OK, body = BrandRecord),
        (status = UNAUTHORIZED, description = "NOT_AUTHENTICATED or REAUTH_REQUIRED"),
        (status = FORBIDDEN, description = "FORBIDDEN"),
        (status = NOT_FOUND, description = "BRAND_NOT_FOUND"),
        (status = CONFLICT, description = "BRAND_CHANGED"),
        (status = UNPROCESSABLE_ENTITY, description = "VALIDATION_ERROR"),
    )
)]
pub(super) async fn update_brand(
    State(gateway): State<Shared>,
    Admin(context): Admin,
    Path(domain): Path<String>,
    Json(mut record): Json<BrandRecord>,
) -> Result<Answer<BrandRecord>, ApiError> {
    record.brand.domain = known_form(domain)?;
    let held = history(&gateway, &context, record.brand.domain.clone(), 0).await?.record;
    if moves_money_or_mail(&held, &record) {
        require_password(&gateway, &context).await?;
    }
    let request = context.request(UpdateBrandRequest { record: Some(record.into()) });
    let answer = gateway.services.brand_admin.clone().update_brand(request).await?.into_inner();
    Ok(Answer(published(&gateway, answer.record).await))
}

/// Deletes a brand. Its host shows the default brand from then on. Wants the password proved in the last 10 minutes.
///
/// Refused while its travellers have trips ahead of them, or money in doubt: live ones, and in test mode test ones.
#[utoipa::path(
    delete, path = "/api/admin/brands/{domain}", tag = "brand",
    params(("domain" = String, Path, description = "The brand's key")),
    responses(
        (status = OK, body = Done),
        (status = UNAUTHORIZED, description = "NOT_AUTHENTICATED or REAUTH_REQUIRED"),
        (status = FORBIDDEN, description = "FORBIDDEN"),
        (status = NOT_FOUND, description = "BRAND_NOT_FOUND"),
        (status = CONFLICT, description = "BRAND_HAS_TRIPS or DEFAULT_BRAND"),
    )
)]
pub(super) async fn delete_brand(
    State(gateway): State<Shared>,
    Admin(context): Admin,
    Path(domain): Path<String>,
) -> Result<Answer<Done>, ApiError> {
    let key = known_form(domain)?;
    require_password(&gateway, &context).await?;
    refuse_with_open_trips(&gateway, &context, &key).await?;
    let request = context.request(DeleteBrandRequest { key: key.clone() });
    gateway.services.brand_admin.clone().delete_brand(request).await?;
    gateway.brands.forget(&key).await;
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
    Admin(context): Admin,
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

/// The administrator who published sees it at once, even while the broker is away. Other gateways get the event.
async fn published(gateway: &Gateway, record: Option<wire::BrandRecord>) -> BrandRecord {
    let record = BrandRecord::from(record.unwrap_or_default());
    gateway.brands.forget(&record.brand.domain).await;
    record
}
