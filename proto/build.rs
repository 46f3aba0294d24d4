//! Generates Rust from the contracts. Messages that the public interface shows get serde and schema derives,
//! so that an offer is defined once.

use std::path::PathBuf;

use prost::Message;

/// Packages and messages whose JSON is part of the public interface.
const PUBLIC: [&str; 6] = [
    ".fareway.flights.v1",
    "fareway.search.v1.SearchPage",
    "fareway.search.v1.SearchProgress",
    "fareway.search.v1.SearchDone",
    "fareway.search.v1.SearchNotice",
    "fareway.search.v1.SearchTitles",
];
const PUBLIC_BRAND: [&str; 6] = ["Brand", "Theme", "ThemeVariable", "Contact", "Social", "Company"];
/// Message fields that every answer carries; proto3 can't say so, the public schema does.
const ALWAYS_SET: [(&str, &str); 19] = [
    ("flights.v1.Offer.price", "Price"),
    ("flights.v1.Offer.owner", "Carrier"),
    ("flights.v1.Offer.conditions", "Conditions"),
    ("flights.v1.BagIncludedFare.price", "Price"),
    ("flights.v1.Fare.price", "Price"),
    ("flights.v1.Fare.conditions", "Conditions"),
    ("flights.v1.Replacement.price", "Price"),
    ("flights.v1.Slice.origin", "Place"),
    ("flights.v1.Slice.destination", "Place"),
    ("flights.v1.Segment.origin", "Place"),
    ("flights.v1.Segment.destination", "Place"),
    ("flights.v1.Segment.marketing_carrier", "Carrier"),
    ("flights.v1.Segment.operating_carrier", "Carrier"),
    ("flights.v1.Segment.airline", "Airline"),
    ("flights.v1.Stop.airport", "Place"),
    ("brand.v1.Brand.theme", "Theme"),
    ("brand.v1.Brand.contact", "Contact"),
    ("brand.v1.Brand.social", "Social"),
    ("brand.v1.Brand.company", "Company"),
];
/// Messages with cards, passwords, tokens, passports or names: their Debug names them and nothing else.
const SECRET: [&str; 57] = [
    "brand.v1.EnquiryForm",
    "brand.v1.WatchOwner",
    "brand.v1.CreateWatchRequest",
    "brand.v1.PreviewWatchRequest",
    "brand.v1.ConfirmWatchRequest",
    "brand.v1.ConfirmWatchResponse",
    "brand.v1.StopWatchRequest",
    "brand.v1.EndBookedWatchesRequest",
    "brand.v1.ClaimWatchesRequest",
    "brand.v1.ExportWatchesRequest",
    "payments.v1.Card",
    "payments.v1.ResolveAttentionRequest",
    "payments.v1.SettleDifferenceRequest",
    "payments.v1.HistoryEntry",
    "booking.v1.PassengerDetails",
    "booking.v1.KeptPassenger",
    "booking.v1.NewAccount",
    "booking.v1.CreateBookingResponse",
    "booking.v1.GetBookingResponse",
    "booking.v1.GetItineraryResponse",
    "booking.v1.GetCalendarResponse",
    "booking.v1.BookedPassenger",
    "booking.v1.AirlineCredit",
    "booking.v1.AttentionItem",
    "booking.v1.HistoryEntry",
    "booking.v1.ResolveAttentionRequest",
    "booking.v1.RequestGuestLinkRequest",
    "booking.v1.OpenGuestLinkRequest",
    "booking.v1.ClaimBookingResponse",
    "identity.v1.User",
    "identity.v1.OpenSessionResponse",
    "identity.v1.ResolveSessionRequest",
    "identity.v1.RegisterRequest",
    "identity.v1.LoginRequest",
    "identity.v1.LoginResponse",
    "identity.v1.LogoutRequest",
    "identity.v1.ChangePasswordRequest",
    "identity.v1.ChangePasswordResponse",
    "identity.v1.CreateBookingAccountRequest",
    "identity.v1.CreateBookingAccountResponse",
    "identity.v1.ConfirmMailboxRequest",
    "identity.v1.ConfirmMailboxResponse",
    "identity.v1.ProveMailboxRequest",
    "identity.v1.ProveMailboxResponse",
    "identity.v1.RequestPasswordResetRequest",
    "identity.v1.ResetPasswordRequest",
    "identity.v1.ResetPasswordResponse",
    "identity.v1.RefreshAdminRequest",
    "identity.v1.RefreshAdminResponse",
    "identity.v1.BeginSecondFactorRequest",
    "identity.v1.BeginSecondFactorResponse",
    "identity.v1.ConfirmSecondFactorRequest",
    "identity.v1.ConfirmSecondFactorResponse",
    "identity.v1.RenewRecoveryCodesRequest",
    "identity.v1.RenewRecoveryCodesResponse",
    "identity.v1.ExportAccountRequest",
    "identity.v1.CloseAccountRequest",
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let root = PathBuf::from(std::env::var("CARGO_MANIFEST_DIR")?);
    let files = [
        "common/v1/common",
        "flights/v1/offer",
        "search/v1/search",
        "offers/v1/offers",
        "payments/v1/payments",
        "payments/v1/attention",
        "payments/v1/events",
        "booking/v1/booking",
        "booking/v1/attention",
        "booking/v1/events",
        "identity/v1/identity",
        "identity/v1/events",
        "brand/v1/brand",
        "brand/v1/admin",
        "brand/v1/enquiry",
        "brand/v1/watch",
        "brand/v1/events",
        "preflight/v1/preflight",
    ]
    .map(|name| format!("fareway/{name}.proto"));
    println!("cargo:rerun-if-changed=fareway");

    let descriptors = protox::compile(files, [&root])?;
    let descriptor_path = PathBuf::from(std::env::var("OUT_DIR")?).join("descriptors.bin");
    std::fs::write(descriptor_path, descriptors.encode_to_vec())?;

    let derive = "#[derive(serde::Serialize, serde::Deserialize, utoipa::ToSchema)]";
    let public_brand = PUBLIC_BRAND.map(|name| format!("fareway.brand.v1.{name}"));
    // A page of offers is read without a copy: it shares the buffer that tonic received it in.
    let mut builder =
        tonic_prost_build::configure().bytes(".fareway.search.v1.SearchFlightsResponse.page_json");
    for name in PUBLIC.map(String::from).into_iter().chain(public_brand) {
        builder = builder.message_attribute(name, derive);
    }
    builder = builder
        .message_attribute("fareway.payments.v1.Card", "#[derive(zeroize::Zeroize, zeroize::ZeroizeOnDrop)]");
    for (field, of) in ALWAYS_SET {
        let attribute = format!("#[schema(required, nullable = false, value_type = {of})]");
        builder = builder.field_attribute(format!("fareway.{field}"), attribute);
    }
    builder.skip_debug(SECRET.map(|name| format!("fareway.{name}"))).compile_fds(descriptors)?;
    Ok(())
}
