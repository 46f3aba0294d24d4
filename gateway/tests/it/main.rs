//! The gateway over real sockets, in front of services whose answers a test decides.
#![expect(clippy::unwrap_used, reason = "a test that cannot be set up has failed")]

mod account_rights;
mod accounts;
mod administration;
mod attention;
mod authz_matrix;
mod bookings;
mod borders;
mod brand_admin;
mod brand_guards;
mod brands;
mod card_in_booking;
mod csp_reports;
mod dates;
mod document;
mod enquiries;
mod fakes;
mod flights;
mod guest_links;
mod harness;
mod health;
mod live;
mod log;
mod pages;
mod payment_attention;
mod payments;
mod preflight;
mod protection;
mod rolling;
mod samples;
mod second_factor;
mod security_log;
mod sessions;
mod trips;
mod typed_passengers;
mod watches;
