//! What an account has of watched prices: a copy of them, and their end with its own.

use proto::brand::v1::{self as wire, ClaimWatchesRequest, ExportWatchesRequest};
use proto::identity::v1::User;
use serde::Serialize;
use service::RequestContext;
use utoipa::ToSchema;

use super::shapes::{WatchState, WatchedTrip};
use crate::api::flights::instant;
use crate::modes::{Mode, UnspecifiedMode};
use crate::problem::{Amount, ApiError, Code};
use crate::state::Gateway;

/// A watched price as it is kept.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::api) struct ExportedWatch {
    /// The brand's key.
    brand: String,
    mode: Mode,
    trip: WatchedTrip,
    state: WatchState,
    /// Whether it goes on after its first mail.
    again: bool,
    /// RFC 3339, UTC.
    created_at: Option<String>,
    /// The price when the watch began; null until one was seen.
    first: Option<Amount>,
    /// The price that the next fall is compared with.
    last_told: Option<Amount>,
    /// How many mails told of a fall.
    mails: i32,
}

impl TryFrom<wire::ExportedWatch> for ExportedWatch {
    type Error = UnspecifiedMode;

    fn try_from(kept: wire::ExportedWatch) -> Result<Self, UnspecifiedMode> {
        Ok(Self {
            mode: kept.mode().try_into()?,
            state: kept.state().into(),
            brand: kept.brand,
            trip: kept.trip.unwrap_or_default().into(),
            again: kept.again,
            created_at: instant(kept.created_at),
            first: Amount::of(kept.first),
            last_told: Amount::of(kept.told),
            mails: kept.mails,
        })
    }
}

/// Reads the watches of the signed-in user's address. Nothing where nobody has proved that its mailbox is theirs. The caller
/// has asked for the password.
pub(in crate::api) async fn export_watches(
    gateway: &Gateway,
    context: &RequestContext,
    user: User,
) -> Result<Vec<ExportedWatch>, ApiError> {
    if !user.is_mailbox_proved {
        return Ok(Vec::new());
    }
    let request = context.request(ExportWatchesRequest { proved_email: user.email });
    let kept = gateway.services.watches.clone().export_watches(request).await?.into_inner().watches;
    Ok(kept.into_iter().map(ExportedWatch::try_from).collect::<Result<_, _>>()?)
}

/// Has the watches of the signed-in user's address go with the account once that is closed. The event that says so names no
/// address, so this comes first, and without it nothing is closed.
pub(in crate::api) async fn claim_watches(
    gateway: &Gateway,
    context: &RequestContext,
    user: User,
) -> Result<(), ApiError> {
    if !user.is_mailbox_proved {
        return Ok(());
    }
    let request = context.request(ClaimWatchesRequest { proved_email: user.email });
    if let Err(status) = gateway.services.watches.clone().claim_watches(request).await {
        tracing::warn!(rpc.code = ?status.code(), "an account is not closed: its watched prices would stay");
        let sentence =
            "We can't close your account right now, and nothing was changed. Please try again shortly.";
        return Err(ApiError::new(Code::ServiceUnavailable, sentence));
    }
    Ok(())
}
