use axum::Router;
use axum::routing::{any, get, post};
use utoipa_axum::routes;

use super::calls::{Calls, Class, wrong_method};
use super::{
    admin, attention, auth, bookings, brand_admin, brands, docs, enquiries, events, flights, guest_links,
    health, openapi, payment_attention, payments, preflight, sessions, system, webhooks,
};
use crate::edge::Purpose;
use crate::limits::Budget;
use crate::problem::{ApiError, Code};
use crate::state::Shared;

const CALL: Class = Class::counted(Budget::Call);
const SEARCH: Class = Class::counted(Budget::Search).purpose(Purpose::Search);
const FARES: Class = CALL.purpose(Purpose::Search);
const OFFER: Class = CALL.purpose(Purpose::Offer);
/// Takes a card or makes a booking.
const PURCHASE: Class = Class::counted(Budget::Purchase);
/// Takes a password or sends mail.
const ACCOUNT: Class = Class::counted(Budget::Account);
const ENQUIRY: Class = Class::counted(Budget::Enquiry);
/// Bodies with a logo in them.
const BRAND_RECORD: Class = Class { largest_body: brand_admin::LARGEST_RECORD, ..CALL };
/// `/api` itself, which is no call: not counted.
const ROOT: Class = Class { budget: None, ..CALL };
const WEBHOOK: Class = Class::machines(256 << 10);
const PROBE: Class = Class::machines(0);

/// Every call that the document describes.
pub(super) fn described() -> Calls {
    let calls = Calls::new(openapi::frame())
        .call(CALL, routes!(brands::get_brand))
        .call(CALL, routes!(brands::get_logo))
        .call(CALL, routes!(system::get_mode))
        .call(SEARCH, routes!(flights::search_by_query, flights::search_by_body))
        .call(SEARCH, routes!(flights::stream_search))
        .call(OFFER, routes!(flights::get_offer))
        .call(FARES, routes!(flights::list_fares))
        .call(OFFER, routes!(flights::verify_offer))
        .call(OFFER, routes!(flights::get_seat_maps))
        .call(PURCHASE, routes!(payments::process_card))
        .call(CALL, routes!(bookings::list_bookings))
        .call(PURCHASE, routes!(bookings::create_booking))
        .call(CALL, routes!(bookings::get_booking))
        .call(CALL, routes!(bookings::get_booking_by_key))
        .call(CALL, routes!(bookings::get_typed_passengers))
        .call(CALL, routes!(bookings::get_kept_passengers, bookings::keep_passengers))
        .call(CALL, routes!(bookings::abandon_booking))
        .call(CALL, routes!(bookings::quote_cancellation))
        .call(CALL, routes!(bookings::cancel_booking))
        .call(CALL, routes!(bookings::claim_booking))
        .call(CALL, routes!(bookings::get_calendar))
        .call(CALL, routes!(bookings::get_itinerary))
        .call(ACCOUNT, routes!(guest_links::request_guest_link))
        .call(ACCOUNT, routes!(guest_links::open_guest_link))
        .call(ENQUIRY, routes!(enquiries::create_enquiry))
        .call(CALL, routes!(events::follow));
    administration(accounts(calls))
}

fn accounts(calls: Calls) -> Calls {
    calls
        .call(CALL, routes!(auth::get_user))
        .call(ACCOUNT, routes!(auth::login))
        .call(ACCOUNT, routes!(auth::register))
        .call(ACCOUNT, routes!(auth::change_password))
        .call(CALL, routes!(auth::logout))
        .call(CALL, routes!(sessions::list, sessions::end_others))
        .call(ACCOUNT, routes!(auth::forgot_password))
        .call(ACCOUNT, routes!(auth::reset_password))
}

fn administration(calls: Calls) -> Calls {
    calls
        .call(CALL, routes!(admin::get_settings, admin::save_settings))
        .call(ACCOUNT, routes!(admin::refresh_login))
        .call(CALL, routes!(preflight::check))
        .call(CALL, routes!(attention::list_attention))
        .call(CALL, routes!(attention::resolve_attention))
        .call(CALL, routes!(payment_attention::list_payments))
        .call(CALL, routes!(payment_attention::resolve_payment))
        .call(CALL, routes!(payment_attention::settle_difference))
        .call(CALL, routes!(enquiries::list_enquiries))
        .call(CALL, routes!(enquiries::delete_enquiry))
        .call(BRAND_RECORD, routes!(brand_admin::list_brands, brand_admin::create_brand))
        .call(
            BRAND_RECORD,
            routes!(brand_admin::get_record, brand_admin::update_brand, brand_admin::delete_brand),
        )
        .call(BRAND_RECORD, routes!(brand_admin::get_version))
        .call(BRAND_RECORD, routes!(brand_admin::check_theme))
}

/// The calls, their documentation, the webhooks and the probes.
fn declared() -> Calls {
    described()
        .route(CALL, "/api/openapi.json", get(docs::openapi).fallback(wrong_method))
        .route(CALL, "/api/docs", get(docs::page).fallback(wrong_method))
        .route(ROOT, "/api", any(no_such_call))
        .route(CALL, "/api/", any(no_such_call))
        .route(CALL, "/api/{*unknown}", any(no_such_call))
        .route(WEBHOOK, "/webhooks/duffel", post(webhooks::duffel))
        .route(WEBHOOK, "/webhooks/stripe", post(webhooks::stripe))
        .route(PROBE, "/healthz", get(health::alive))
        .route(PROBE, "/readyz", get(health::ready))
}

/// Every route but the pages.
pub(crate) fn router(gateway: &Shared) -> Router<Shared> {
    declared().into_router(gateway)
}

async fn no_such_call() -> ApiError {
    ApiError::new(Code::NotFound, "There is no such call.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_call_is_counted_and_nothing_else() {
        for route in declared().routes {
            assert_eq!(route.class.budget.is_some(), route.path.starts_with("/api/"), "{}", route.path);
        }
    }

    #[test]
    fn a_call_has_the_class_of_what_it_costs() {
        let declared = declared();
        let check = |path: &str, expected: &[Class]| {
            let found = declared.routes.iter().filter(|route| route.path == path);
            assert_eq!(found.map(|route| route.class).collect::<Vec<_>>(), expected, "{path}");
        };
        check("/api/flights/search", &[SEARCH]);
        check("/api/flights/search/stream", &[SEARCH]);
        check("/api/flights/offer/{id}/fares", &[FARES]);
        check("/api/flights/offer/{id}", &[OFFER]);
        check("/api/flights/verify-offer/{id}", &[OFFER]);
        check("/api/flights/seatmaps/{offerId}", &[OFFER]);
        check("/api/payments/process-card", &[PURCHASE]);
        check("/api/bookings", &[CALL, PURCHASE]);
        check("/api/auth/login", &[ACCOUNT]);
        check("/api/auth/forgot-password", &[ACCOUNT]);
        check("/api/auth/user", &[CALL]);
        check("/api/admin/login", &[ACCOUNT]);
        check("/api/guest-links", &[ACCOUNT]);
        check("/api/guest-links/open", &[ACCOUNT]);
        check("/api/enquiries", &[ENQUIRY]);
        check("/api/admin/enquiries", &[CALL]);
        check("/api/{*unknown}", &[CALL]);
    }
}
