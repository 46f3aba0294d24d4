use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::{any, get, post};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::{
    admin, attention, auth, bookings, brand_admin, brands, docs, enquiries, events, flights, guest_links,
    health, openapi, payment_attention, payments, preflight, sessions, system, webhooks,
};
use crate::problem::{ApiError, Code};
use crate::state::Shared;

const LARGEST_BODY: usize = 64 << 10;
const LARGEST_WEBHOOK: usize = 256 << 10;

/// Every call, with its description.
pub(super) fn described() -> OpenApiRouter<Shared> {
    OpenApiRouter::with_openapi(openapi::frame())
        .routes(routes!(brands::get_brand))
        .routes(routes!(brands::get_logo))
        .routes(routes!(system::get_mode))
        .routes(routes!(flights::search_by_query, flights::search_by_body))
        .routes(routes!(flights::stream_search))
        .routes(routes!(flights::get_offer))
        .routes(routes!(flights::list_fares))
        .routes(routes!(flights::verify_offer))
        .routes(routes!(flights::get_seat_maps))
        .routes(routes!(payments::process_card))
        .routes(routes!(bookings::list_bookings, bookings::create_booking))
        .routes(routes!(bookings::get_booking))
        .routes(routes!(bookings::get_booking_by_key))
        .routes(routes!(bookings::get_typed_passengers))
        .routes(routes!(bookings::get_kept_passengers, bookings::keep_passengers))
        .routes(routes!(bookings::abandon_booking))
        .routes(routes!(bookings::quote_cancellation))
        .routes(routes!(bookings::cancel_booking))
        .routes(routes!(bookings::claim_booking))
        .routes(routes!(bookings::get_calendar))
        .routes(routes!(bookings::get_itinerary))
        .routes(routes!(guest_links::request_guest_link))
        .routes(routes!(guest_links::open_guest_link))
        .routes(routes!(auth::get_user))
        .routes(routes!(auth::login))
        .routes(routes!(auth::register))
        .routes(routes!(auth::change_password))
        .routes(routes!(auth::logout))
        .routes(routes!(sessions::list, sessions::end_others))
        .routes(routes!(auth::forgot_password))
        .routes(routes!(auth::reset_password))
        .routes(routes!(admin::get_settings, admin::save_settings))
        .routes(routes!(admin::refresh_login))
        .routes(routes!(preflight::check))
        .routes(routes!(attention::list_attention))
        .routes(routes!(attention::resolve_attention))
        .routes(routes!(payment_attention::list_payments))
        .routes(routes!(payment_attention::resolve_payment))
        .routes(routes!(payment_attention::settle_difference))
        .routes(routes!(enquiries::list_enquiries))
        .routes(routes!(enquiries::delete_enquiry))
        .routes(routes!(enquiries::create_enquiry))
        .routes(routes!(events::follow))
        .merge(brand_records())
}

/// Bodies with a logo in them.
fn brand_records() -> OpenApiRouter<Shared> {
    OpenApiRouter::new()
        .routes(routes!(brand_admin::list_brands, brand_admin::create_brand))
        .routes(routes!(brand_admin::get_record, brand_admin::update_brand, brand_admin::delete_brand))
        .routes(routes!(brand_admin::get_version))
        .routes(routes!(brand_admin::check_theme))
        .layer(DefaultBodyLimit::max(brand_admin::LARGEST_RECORD))
}

/// The calls, their documentation, the webhooks and the probes.
pub(crate) fn router() -> Router<Shared> {
    let (calls, _) = described().split_for_parts();
    let webhooks = Router::new()
        .route("/webhooks/duffel", post(webhooks::duffel))
        .route("/webhooks/stripe", post(webhooks::stripe))
        .layer(DefaultBodyLimit::max(LARGEST_WEBHOOK));
    calls
        .route("/api/openapi.json", get(docs::openapi))
        .route("/api/docs", get(docs::page))
        .route("/api", any(no_such_call))
        .route("/api/", any(no_such_call))
        .route("/api/{*unknown}", any(no_such_call))
        .method_not_allowed_fallback(wrong_method)
        .layer(axum::middleware::from_fn(crate::edge::refuse_cross_site))
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
        .merge(webhooks)
        .route("/healthz", get(health::alive))
        .route("/readyz", get(health::ready))
}

async fn no_such_call() -> ApiError {
    ApiError::new(Code::NotFound, "There is no such call.")
}

async fn wrong_method() -> ApiError {
    ApiError::new(Code::MethodNotAllowed, "This call needs another method.")
}
