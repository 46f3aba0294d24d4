use proto::identity::v1 as message;
use time::format_description::well_known::Rfc3339;

use crate::domain::account::Account;
use crate::domain::session::Session;

pub fn user(account: &Account) -> message::User {
    message::User {
        id: account.id.to_string(),
        username: account.username.clone(),
        email: account.email.clone(),
        first_name: account.first_name.clone(),
        last_name: account.last_name.clone(),
        is_admin: account.is_admin(),
        created_at: account.created_at.format(&Rfc3339).expect("years of four digits"),
    }
}

pub fn session(session: &Session) -> message::Session {
    message::Session {
        id: session.id.to_string(),
        user: session.account.as_ref().map(user),
        brand: session.brand.clone(),
    }
}
