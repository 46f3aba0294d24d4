//! Whose watches a request may see and change.

use proto::brand::v1::WatchOwner;
use proto::brand::v1::watch_owner::Owner;
use proto::identity::v1::User;

use crate::problem::ApiError;

/// A user whose mailbox is proved has the watches of its address; another has none yet.
pub(super) fn of_user(user: User) -> WatchOwner {
    let owner = if user.is_mailbox_proved { Owner::ProvedEmail(user.email) } else { Owner::UserId(user.id) };
    WatchOwner { owner: Some(owner) }
}

pub(super) fn of_link(token: String) -> WatchOwner {
    WatchOwner { owner: Some(Owner::Token(token)) }
}

/// Who holds a link, else who is signed in.
pub(super) fn of_link_or_user(token: Option<String>, user: Option<User>) -> Result<WatchOwner, ApiError> {
    let link = token.filter(|token| !token.is_empty()).map(of_link);
    link.or_else(|| user.map(of_user)).ok_or_else(ApiError::not_authenticated)
}
