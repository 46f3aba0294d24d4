use axum::Json;
use axum::extract::{Path, State};
use proto::brand::v1::Brand;

use crate::brands::is_key;
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
    let key = key.to_ascii_lowercase();
    let found = if is_key(&key) { gateway.brands.find(&key).await? } else { None };
    match found {
        Some(brand) => Ok(Json(brand.record.clone())),
        None => Err(ApiError::new(Code::BrandNotFound, "There is no such brand.")),
    }
}
