//! Whose watches a request may see and change.

use proto::brand::v1::WatchOwner;
use proto::brand::v1::watch_owner::Owner;
use proto::identity::v1::User;

use crate::problem::{ApiError, Code};

/// A user whose mailbox is proved has the watches of its address; another has none, since a list would tell whose address
/// is known.
pub(super) fn of_user(user: User) -> Option<WatchOwner> {
    user.is_mailbox_proved.then_some(WatchOwner { owner: Some(Owner::ProvedEmail(user.email)) })
}

pub(super) fn of_link(token: String) -> WatchOwner {
    WatchOwner { owner: Some(Owner::Token(token)) }
}

/// Who holds a link, else who is signed in.
pub(super) fn of_link_or_user(token: Option<String>, user: Option<User>) -> Result<WatchOwner, ApiError> {
    if let Some(token) = token.filter(|token| !token.is_empty()) {
        return Ok(of_link(token));
    }
    of_user(user.ok_or_else(ApiError::not_authenticated)?).ok_or_else(unknown)
}

/// Answers that there is no such watch, as for one of another owner.
pub(super) fn unknown() -> ApiError {
    ApiError::new(Code::NotFound, "There is no such watched price.")
}
