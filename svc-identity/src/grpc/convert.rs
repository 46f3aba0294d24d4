use proto::identity::v1 as message;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use uuid::Uuid;

use crate::domain::account::Account;
use crate::domain::session::{Session, SessionSummary, Standing};
use crate::domain::system_mode::ModeChange;

pub fn user(account: &Account, is_mailbox_proved: bool) -> message::User {
    message::User {
        id: account.id.to_string(),
        username: account.username.clone(),
        email: account.email.clone(),
        first_name: account.first_name.clone(),
        last_name: account.last_name.clone(),
        is_admin: account.is_admin(),
        created_at: rfc3339(account.created_at),
        is_mailbox_proved,
    }
}

pub fn session(session: &Session) -> message::Session {
    message::Session {
        id: session.id.to_string(),
        user: session.account.as_ref().map(|account| user(account, session.is_mailbox_proved)),
        brand: session.brand.clone(),
    }
}

pub fn standing(standing: Standing) -> message::Standing {
    message::Standing {
        is_established: standing.is_established,
        session_age_s: u32::try_from(standing.session_age.whole_seconds()).unwrap_or_default(),
    }
}

pub fn session_summaries(listed: Vec<SessionSummary>, current: Uuid) -> Vec<message::SessionSummary> {
    let summaries = listed.into_iter().map(|summary| message::SessionSummary {
        device: summary.device,
        seen_at: rfc3339(summary.seen_at),
        is_current: summary.id == current,
    });
    summaries.collect()
}

pub fn mode_change(change: ModeChange) -> message::ModeChange {
    message::ModeChange {
        from: change.from.into(),
        to: change.to.into(),
        changed_by: change.changed_by,
        changed_at: rfc3339(change.changed_at),
    }
}

pub fn rfc3339(instant: OffsetDateTime) -> String {
    instant.format(&Rfc3339).expect("years of four digits")
}
