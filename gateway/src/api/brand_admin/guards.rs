//! What stands between an administrator's open session and a brand: the password, and trips that still need the brand.

use std::cmp::Ordering;

use proto::booking::v1::{CountOpenTripsRequest, CountOpenTripsResponse};
use service::RequestContext;

use super::shapes::BrandRecord;
use crate::brand_key::DEFAULT_KEY;
use crate::problem::{ApiError, Code};
use crate::state::Gateway;

/// Whether publishing `sent` in place of `held` moves money or mail: that wants the password.
pub(super) fn moves_money_or_mail(held: &BrandRecord, sent: &BrandRecord) -> bool {
    match sent.brand.version.cmp(&held.brand.version) {
        // Refused by svc-brand: somebody else was faster.
        Ordering::Less => false,
        Ordering::Equal => held.money_and_mail() != sent.money_and_mail(),
        // What it would replace was not seen here.
        Ordering::Greater => true,
    }
}

/// BRAND_HAS_TRIPS while the brand's travellers would lose trips with it. A booking made in the same moment is not
/// seen: its trip is there again once a brand has the key again.
pub(super) async fn refuse_with_open_trips(
    gateway: &Gateway,
    context: &RequestContext,
    key: &str,
) -> Result<(), ApiError> {
    // Never deleted at all, and its owner says so.
    if key == DEFAULT_KEY {
        return Ok(());
    }
    // Trips are counted in one mode. Counted in the wrong mode, there would seem to be no trips.
    gateway.modes.require()?;
    let request = context.request(CountOpenTripsRequest { brand: key.to_owned() });
    let trips = gateway.services.attention.clone().count_open_trips(request).await?.into_inner();
    match refusal(trips) {
        Some(words) => Err(ApiError::new(Code::BrandHasTrips, words)),
        None => Ok(()),
    }
}

fn refusal(CountOpenTripsResponse { ahead, unsettled }: CountOpenTripsResponse) -> Option<String> {
    let counted = |count: u32, one: &str, many: &str| match count {
        0 => None,
        1 => Some(format!("1 {one}")),
        _ => Some(format!("{count} {many}")),
    };
    let parts = [
        counted(ahead, "trip ahead", "trips ahead"),
        counted(unsettled, "booking that is not finished", "bookings that are not finished"),
    ];
    let owed = parts.into_iter().flatten().collect::<Vec<_>>().join(" and ");
    (!owed.is_empty()).then(|| {
        format!(
            "This brand's customers have {owed}, and could not open them without it. Keep the brand until all of \
             them are flown or cancelled and paid back."
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r021_a_refusal_counts_what_the_brands_travellers_would_lose() {
        let check = |ahead, unsettled, expected: Option<&str>| {
            let words = refusal(CountOpenTripsResponse { ahead, unsettled });
            let told = words.as_deref().and_then(|words| words.split(',').next());
            assert_eq!(told, expected);
        };
        check(0, 0, None);
        check(1, 0, Some("This brand's customers have 1 trip ahead"));
        check(0, 1, Some("This brand's customers have 1 booking that is not finished"));
        check(12, 3, Some("This brand's customers have 12 trips ahead and 3 bookings that are not finished"));
    }
}
