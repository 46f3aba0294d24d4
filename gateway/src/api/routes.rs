use axum::Router;
use axum::routing::{any, get, post};
use service::security_log::Event;
use utoipa_axum::routes;

use super::calls::{Calls, Class, wrong_method};
use super::{
    account, admin, attention, auth, bookings, brand_admin, brands, csp_reports, docs, enquiries, events,
    flights, guest_links, health, openapi, payment_attention, payments, preflight, second_factor, sessions,
    system, watches, webhooks,
};
use crate::edge::{Purpose, Watch};
use crate::limits::Budget;
use crate::problem::{ApiError, Code};
use crate::state::Shared;
use crate::web::REPORTS_PATH;

const CALL: Class = Class::counted(Budget::Call);
const SEARCH: Class = Class::counted(Budget::Search).purpose(Purpose::Search);
const FARES: Class = CALL.purpose(Purpose::Search);
/// May ask as many airlines as a search, for somebody who looks around.
const BAG_PRICES: Class = SEARCH;
/// Told from memory.
const FARE_DATES: Class = FARES;
/// Sends searches that nobody would make by hand.
const LOOK_UP: Class = Class::counted(Budget::LookUp).purpose(Purpose::Search).for_own_pages();
const OFFER: Class = CALL.purpose(Purpose::Offer);
/// Takes a card or makes a booking.
const PURCHASE: Class = Class::counted(Budget::Purchase).watched(Watch::NOTED);
/// Takes a password or sends mail.
const ACCOUNT: Class = Class::counted(Budget::Account);
const ENQUIRY: Class = Class::counted(Budget::Enquiry);
/// Of mail programs, at whose servers many readers have one address.
const STOP_WATCH: Class = CALL.for_all_sites();
/// Of one booking, by its id.
const TRIP: Class = CALL.watched(Watch::denied(Event::BookingRefused));
const CLAIM: Class = CALL.watched(Watch {
    denied: Some(Event::BookingRefused),
    ..Watch::new(Event::BookingClaimed, Event::BookingClaimRefused)
});
/// Of administrators.
const ADMIN: Class =
    CALL.watched(Watch { denied: Some(Event::AdminRefused), ..Watch::done(Event::AdminChanged) });
/// Of administrators, and changes nothing of which a log need tell.
const ADMIN_LOOKS: Class = CALL.watched(Watch::denied(Event::AdminRefused));
/// Handlers note what was done: not every success is a change.
const MODE: Class = CALL.watched(Watch {
    refused: Some(Event::ModeChangeRefused),
    denied: Some(Event::AdminRefused),
    ..Watch::NOTED
});
const STEP_UP: Class = ACCOUNT.watched(Watch { refused: Some(Event::StepUpRefused), ..MODE.watch });
/// Bodies with a logo in them.
const BRAND_RECORD: Class = Class { largest_body: brand_admin::LARGEST_RECORD, ..ADMIN };
/// Sent by browsers, also for a page that another site tried to frame.
const CSP_REPORT: Class = Class::counted(Budget::Report).for_all_sites();
/// `/api` itself, which is no call: not counted.
const ROOT: Class = Class { budget: None, ..CALL };
const WEBHOOK: Class = Class::machines(256 << 10).watched(Watch::NOTED);
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
        .call(BAG_PRICES, routes!(flights::list_bag_prices))
        .call(CALL, routes!(flights::get_best_order))
        .call(FARE_DATES, routes!(flights::list_fare_dates))
        .call(LOOK_UP, routes!(flights::look_up_fare_dates))
        .call(FARE_DATES, routes!(flights::list_fare_graph))
        .call(OFFER, routes!(flights::verify_offer))
        .call(OFFER, routes!(flights::get_seat_maps))
        .call(PURCHASE, routes!(payments::process_card))
        .call(CALL, routes!(bookings::list_bookings))
        .call(PURCHASE, routes!(bookings::create_booking))
        .call(TRIP, routes!(bookings::get_booking))
        .call(CALL, routes!(bookings::get_booking_by_key))
        .call(TRIP, routes!(bookings::get_typed_passengers))
        .call(CALL, routes!(bookings::get_kept_passengers, bookings::keep_passengers))
        .call(TRIP, routes!(bookings::abandon_booking))
        .call(TRIP, routes!(bookings::quote_cancellation))
        .call(TRIP, routes!(bookings::cancel_booking))
        .call(CLAIM, routes!(bookings::claim_booking))
        .call(TRIP, routes!(bookings::get_calendar))
        .call(TRIP, routes!(bookings::get_itinerary))
        .call(
            ACCOUNT.watched(Watch::done(Event::GuestLinkRequested)),
            routes!(guest_links::request_guest_link),
        )
        .call(
            ACCOUNT.watched(Watch::new(Event::GuestLinkOpened, Event::GuestLinkRefused)),
            routes!(guest_links::open_guest_link),
        )
        .call(ENQUIRY, routes!(enquiries::create_enquiry))
        .call(CALL, routes!(events::follow));
    administration(accounts(watches(calls)))
}

fn watches(calls: Calls) -> Calls {
    calls
        // Of new ones the handler counts those that come to something.
        .call(CALL, routes!(watches::list_watches, watches::create_watch))
        .call(CALL, routes!(watches::preview_watch))
        .call(CALL, routes!(watches::confirm_watch))
        .call(CALL, routes!(watches::list_watches_of_link))
        .call(STOP_WATCH, routes!(watches::stop_watch))
        .call(CALL, routes!(watches::change_watch, watches::delete_watch))
}

fn accounts(calls: Calls) -> Calls {
    let watched = |done, refused| ACCOUNT.watched(Watch::new(done, refused));
    calls
        .call(CALL, routes!(auth::get_user))
        .call(watched(Event::LoginSucceeded, Event::LoginRefused), routes!(auth::login))
        .call(watched(Event::AccountRegistered, Event::AccountRefused), routes!(auth::register))
        .call(
            ACCOUNT.watched(Watch::done(Event::EmailLinkRequested)),
            routes!(auth::request_confirmation_link),
        )
        .call(watched(Event::EmailConfirmed, Event::EmailConfirmRefused), routes!(auth::confirm_email))
        .call(watched(Event::PasswordChanged, Event::PasswordChangeRefused), routes!(auth::change_password))
        .call(CALL.watched(Watch::NOTED), routes!(auth::logout))
        .call(CALL.watched(Watch::done(Event::SessionsEnded)), routes!(sessions::list, sessions::end_others))
        .call(
            watched(Event::PasswordResetRequested, Event::PasswordResetRequestRefused),
            routes!(auth::forgot_password),
        )
        .call(watched(Event::PasswordReset, Event::PasswordResetRefused), routes!(auth::reset_password))
        .call(watched(Event::AccountExported, Event::AccountExportRefused), routes!(account::export_account))
        .call(watched(Event::AccountClosed, Event::AccountCloseRefused), routes!(account::close_account))
}

fn administration(calls: Calls) -> Calls {
    calls
        .call(MODE, routes!(admin::get_settings, admin::save_settings))
        .call(STEP_UP, routes!(admin::refresh_login))
        .call(ADMIN_LOOKS, routes!(second_factor::get_second_factor))
        .call(STEP_UP, routes!(second_factor::begin_second_factor))
        .call(STEP_UP, routes!(second_factor::confirm_second_factor))
        .call(STEP_UP, routes!(second_factor::renew_recovery_codes))
        .call(ADMIN_LOOKS, routes!(preflight::check))
        .call(ADMIN, routes!(attention::list_attention))
        .call(ADMIN, routes!(attention::resolve_attention))
        .call(ADMIN, routes!(payment_attention::list_payments))
        .call(ADMIN, routes!(payment_attention::resolve_payment))
        .call(ADMIN, routes!(payment_attention::resolve_difference))
        .call(ADMIN, routes!(enquiries::list_enquiries))
        .call(ADMIN, routes!(enquiries::delete_enquiry))
        .call(BRAND_RECORD, routes!(brand_admin::list_brands, brand_admin::create_brand))
        .call(
            BRAND_RECORD,
            routes!(brand_admin::get_record, brand_admin::update_brand, brand_admin::delete_brand),
        )
        .call(BRAND_RECORD, routes!(brand_admin::get_version))
        .call(BRAND_RECORD.watched(Watch::denied(Event::AdminRefused)), routes!(brand_admin::check_theme))
}

/// The calls, their documentation, the webhooks, the reports of browsers and the probes. Providers, browsers and balancers make
/// the last three: the document is for clients, and leaves them out.
fn declared() -> Calls {
    described()
        .route(CALL, "/api/openapi.json", get(docs::openapi).fallback(wrong_method))
        .route(CALL, "/api/docs", get(docs::page).fallback(wrong_method))
        .route(CSP_REPORT, REPORTS_PATH, post(csp_reports::take).fallback(wrong_method))
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
    use crate::edge::OtherSites;

    #[test]
    fn every_call_is_counted_and_nothing_else() {
        for route in declared().routes {
            assert_eq!(route.class.budget.is_some(), route.path.starts_with("/api/"), "{}", route.path);
        }
    }

    #[test]
    fn a_caller_who_hangs_up_escapes_neither_the_log_nor_a_limit() {
        let routes = declared().routes;
        for path in [
            "/api/payments/process-card",
            "/webhooks/duffel",
            "/webhooks/stripe",
            "/api/auth/login",
            "/api/bookings",
        ] {
            let mut of_path = routes.iter().filter(|route| route.path == path);
            assert!(of_path.any(|route| route.class.watch.outlives), "{path}");
        }
    }

    #[test]
    fn whoever_may_not_make_a_call_of_administrators_or_see_a_booking_is_told_of() {
        for route in declared().routes {
            let denied = match route.path.as_str() {
                path if path.starts_with("/api/admin/") => Some(Event::AdminRefused),
                path if path.starts_with("/api/bookings/{id}") => Some(Event::BookingRefused),
                _ => None,
            };
            assert_eq!(route.class.watch.denied, denied, "{}", route.path);
        }
    }

    #[test]
    fn day06_what_spends_searches_by_itself_is_for_the_shops_own_pages_alone() {
        for route in declared().routes {
            let is_look_up = route.path == "/api/flights/dates/stream";
            assert_eq!(route.class.other_sites == OtherSites::Refused, is_look_up, "{}", route.path);
        }
    }

    #[test]
    fn watch05_other_sites_reach_what_a_mails_link_stops_what_browsers_report_and_what_machines_call() {
        let routes = declared().routes;

        let admitted = routes.iter().filter(|route| route.class.other_sites == OtherSites::Admitted);
        let paths: Vec<_> = admitted.map(|route| route.path.as_str()).collect();

        assert_eq!(
            paths,
            [
                "/api/watches/stop",
                "/api/csp-reports",
                "/webhooks/duffel",
                "/webhooks/stripe",
                "/healthz",
                "/readyz"
            ]
        );
    }

    #[test]
    fn a_call_has_the_class_of_what_it_costs() {
        let declared = declared();
        let check = |path: &str, expected: &[Class]| {
            let found = declared.routes.iter().filter(|route| route.path == path);
            let unwatched = |class: Class| class.watched(Watch::NONE);
            let found: Vec<_> = found.map(|route| unwatched(route.class)).collect();
            let expected: Vec<_> = expected.iter().copied().map(unwatched).collect();
            assert_eq!(found, expected, "{path}");
        };
        check("/api/flights/search", &[SEARCH]);
        check("/api/flights/search/stream", &[SEARCH]);
        check("/api/flights/offer/{id}/fares", &[FARES]);
        check("/api/flights/bags", &[SEARCH]);
        check("/api/flights/dates", &[FARES]);
        check("/api/flights/graph", &[FARES]);
        check("/api/flights/dates/stream", &[LOOK_UP]);
        check("/api/flights/offer/{id}", &[OFFER]);
        check("/api/flights/verify-offer/{id}", &[OFFER]);
        check("/api/flights/seatmaps/{offerId}", &[OFFER]);
        check("/api/payments/process-card", &[PURCHASE]);
        check("/api/bookings", &[CALL, PURCHASE]);
        check("/api/auth/login", &[ACCOUNT]);
        check("/api/auth/forgot-password", &[ACCOUNT]);
        check("/api/auth/confirm-email", &[ACCOUNT]);
        check("/api/auth/confirmation-link", &[ACCOUNT]);
        check("/api/auth/user", &[CALL]);
        check("/api/account/export", &[ACCOUNT]);
        check("/api/account/close", &[ACCOUNT]);
        check("/api/admin/login", &[ACCOUNT]);
        check("/api/admin/second-factor", &[CALL, ACCOUNT]);
        check("/api/admin/second-factor/confirm", &[ACCOUNT]);
        check("/api/admin/second-factor/recovery-codes", &[ACCOUNT]);
        check("/api/guest-links", &[ACCOUNT]);
        check("/api/guest-links/open", &[ACCOUNT]);
        check("/api/enquiries", &[ENQUIRY]);
        check("/api/watches", &[CALL]);
        check("/api/watches/{id}", &[CALL]);
        check("/api/watches/stop", &[STOP_WATCH]);
        check("/api/admin/enquiries", &[CALL]);
        check("/api/csp-reports", &[CSP_REPORT]);
        check("/api/{*unknown}", &[CALL]);
    }
}
