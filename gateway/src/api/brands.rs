use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::response::IntoResponse;
use http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use proto::brand::v1::Brand;

use crate::brand_key::is_key;
use crate::brands;
use crate::problem::{ApiError, Code};
use crate::state::Shared;

/// One brand: names, looks, contacts.
#[utoipa::path(
    get, path = "/api/brands/{key}", tag = "brand",
    params(("key" = String, Path, description = "The brand's key, or `default`")),
    responses(
        (status = OK, body = Brand),
        (status = NOT_FOUND, description = "BRAND_NOT_FOUND"),
    )
)]
pub(super) async fn get_brand(
    State(gateway): State<Shared>,
    Path(key): Path<String>,
) -> Result<Json<Brand>, ApiError> {
    let brand = find(&gateway, &key).await?;
    Ok(Json(brand.record.clone()))
}

/// Nothing runs in what is served, even where it is opened as a page.
const SANDBOX: &str = "sandbox; default-src 'none'; frame-ancestors 'none'";

/// A brand's uploaded logo, encoded anew. Its address changes with the brand, so what it answers never does.
#[utoipa::path(
    get, path = "/api/brands/{key}/logo", tag = "brand",
    params(("key" = String, Path, description = "The brand's key")),
    responses(
        (status = OK, description = "The image", content_type = "image/png"),
        (status = NOT_FOUND, description = "BRAND_NOT_FOUND or NOT_FOUND"),
    )
)]
pub(super) async fn get_logo(
    State(gateway): State<Shared>,
    Path(key): Path<String>,
) -> Result<impl IntoResponse, ApiError> {
    let brand = find(&gateway, &key).await?;
    let logo = brand.logo.clone().ok_or_else(|| ApiError::new(Code::NotFound, "This brand has no image."))?;
    let headers = [
        (CONTENT_TYPE, logo::CONTENT_TYPE),
        (CONTENT_DISPOSITION, "inline; filename=\"logo.png\""),
        (CONTENT_SECURITY_POLICY, SANDBOX),
        (CACHE_CONTROL, "public, max-age=31536000, immutable"),
    ];
    Ok((headers, logo.png()))
}

async fn find(gateway: &Shared, key: &str) -> Result<Arc<brands::Brand>, ApiError> {
    let key = key.to_ascii_lowercase();
    let found = if is_key(&key) { gateway.brands.find(&key).await? } else { None };
    found.ok_or_else(|| ApiError::new(Code::BrandNotFound, "There is no such brand."))
}
