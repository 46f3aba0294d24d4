use std::net::IpAddr;

use axum::Json as Answer;
use axum::extract::{Extension, State};
use http::StatusCode;
use proto::brand::v1::CreateWatchRequest;
use proto::identity::v1::User;
use serde::{Deserialize, Serialize};
use service::RequestContext;
use tonic::Code;
use utoipa::ToSchema;

use super::shapes::TripToWatch;
use crate::client::ClientAddress;
use crate::limits::Budget;
use crate::problem::ApiError;
use crate::request::{CurrentUserInMode, Json};
use crate::state::{Gateway, Shared};

/// Which price to watch, for whom.
// Without Debug: addresses are not for logs.
#[derive(Deserialize, ToSchema)]
pub(crate) struct WatchRequest {
    trip: TripToWatch,
    /// The signed-in user's own where it is left out.
    email: Option<String>,
    /// Whether to go on after the first mail. False by default.
    #[serde(default)]
    again: bool,
}

impl WatchRequest {
    fn into_message(self, user: Option<&User>) -> Result<CreateWatchRequest, ApiError> {
        let Address { email, is_proved } = Address::of(self.email.as_deref(), user)?;
        Ok(CreateWatchRequest { trip: Some(self.trip.into()), email, again: self.again, is_proved })
    }
}

/// Where the mails go.
// Without Debug: addresses are not for logs.
struct Address {
    email: String,
    /// The signed-in user's own, and they have its mailbox.
    is_proved: bool,
}

impl Address {
    fn of(typed: Option<&str>, user: Option<&User>) -> Result<Self, ApiError> {
        let typed = typed.map(str::trim).filter(|typed| !typed.is_empty());
        let is_own =
            |user: &&User| typed.is_none_or(|typed| typed.to_lowercase() == user.email.to_lowercase());
        if let Some(user) = user.filter(is_own) {
            return Ok(Self { email: user.email.clone(), is_proved: user.is_mailbox_proved });
        }
        let missing = || ApiError::invalid_field("email", "Please enter your e-mail address.");
        typed.map(|typed| Self { email: typed.to_owned(), is_proved: false }).ok_or_else(missing)
    }
}

/// `mailed`: a mail is on its way. `active`: the price is watched.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum AcceptedState {
    Mailed,
    Active,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct WatchAccepted {
    state: AcceptedState,
    /// A sentence for the person.
    message: String,
}

impl WatchAccepted {
    /// `again`: of a price that is watched, whether it is to be told of further falls too.
    fn of(is_active: bool, again: bool) -> Self {
        let (state, message) = if is_active {
            let message = if again {
                "You are watching this price. We will e-mail you when it falls enough, at most once a day."
            } else {
                "You are watching this price. We will e-mail you once, when it first falls enough."
            };
            (AcceptedState::Active, message)
        } else {
            let message = "We have sent an e-mail to this address. If it asks you to confirm, follow its link within \
                           24 hours. An address gets only a few of these a day: if none comes, please try again \
                           tomorrow.";
            (AcceptedState::Mailed, message)
        };
        Self { state, message: message.to_owned() }
    }
}

/// Watches the price of a trip, and mails when it falls.
///
/// Starts at once for a signed-in user who has proved their mailbox. Everybody else gets a mail, and the answer is the
/// same whether their address is known or not.
#[utoipa::path(
    post, path = "/api/watches", tag = "watches", request_body = WatchRequest,
    responses(
        (status = ACCEPTED, body = WatchAccepted),
        (status = CONFLICT, description = "WATCH_LIMIT"),
        (status = UNPROCESSABLE_ENTITY, description = "VALIDATION_ERROR"),
        (status = TOO_MANY_REQUESTS, description = "RATE_LIMITED"),
        (status = SERVICE_UNAVAILABLE, description = "SERVICE_UNAVAILABLE or MODE_UNKNOWN"),
    )
)]
pub(crate) async fn create_watch(
    State(gateway): State<Shared>,
    Extension(ClientAddress(client)): Extension<ClientAddress>,
    CurrentUserInMode { context, user }: CurrentUserInMode,
    Json(request): Json<WatchRequest>,
) -> Result<(StatusCode, Answer<WatchAccepted>), ApiError> {
    let message = request.into_message(user.as_ref())?;
    let again = message.again;
    let is_active = create(&gateway, &context, client, message).await?;
    Ok((StatusCode::ACCEPTED, Answer(WatchAccepted::of(is_active, again))))
}

/// Who mistypes a date spends nothing of the day: what svc-brand refuses is uncounted. It is counted before it is asked, so
/// that many at once are no way around, and stays so where nobody knows whether a mail went out.
async fn create(
    gateway: &Gateway,
    context: &RequestContext,
    client: Option<IpAddr>,
    message: CreateWatchRequest,
) -> Result<bool, ApiError> {
    if let Some(client) = client {
        gateway.limits.check_address(Budget::Watch, client)?;
    }
    let answer = gateway.services.watches.clone().create_watch(context.request(message)).await;
    if let (Err(refusal), Some(client)) = (&answer, client)
        && matches!(refusal.code(), Code::InvalidArgument | Code::ResourceExhausted | Code::NotFound)
    {
        gateway.limits.discount_address(Budget::Watch, client);
    }
    Ok(answer?.into_inner().is_active)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn watch02_only_a_users_own_address_is_proved_and_only_once_its_mailbox_is() {
        let user = |is_mailbox_proved| User {
            email: "Ada@traveller.example".to_owned(),
            is_mailbox_proved,
            ..User::default()
        };
        let check = |typed: Option<&str>, user: Option<&User>, expected: Option<(&str, bool)>| {
            let found = Address::of(typed, user).ok().map(|found| (found.email, found.is_proved));
            assert_eq!(found, expected.map(|(email, is_proved)| (email.to_owned(), is_proved)), "{typed:?}");
        };
        let (proved, unproved) = (user(true), user(false));
        let own = "Ada@traveller.example";
        check(None, Some(&proved), Some((own, true)));
        check(Some(" "), Some(&proved), Some((own, true)));
        check(Some(" ada@Traveller.example "), Some(&proved), Some((own, true)));
        check(None, Some(&unproved), Some((own, false)));
        check(Some("bob@traveller.example"), Some(&proved), Some(("bob@traveller.example", false)));
        check(Some("ada@traveller.example"), None, Some(("ada@traveller.example", false)));
        check(None, None, None);
        check(Some(""), None, None);
    }
}
