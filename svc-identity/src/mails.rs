//! The words of this service's mails.

use mail::{Mail, Sender};
use proto::common::v1::MailSender;
use service::Mode;
use url::Url;
use uuid::Uuid;

use crate::domain::account::Account;
use crate::store::system_mode::SystemMode;

/// The brand's name and address; the operator where it has no name.
pub fn sender(message: Option<MailSender>) -> Option<Sender> {
    let MailSender { name, reply_to } = message.filter(|sender| !sender.name.is_empty())?;
    Some(Sender { name, reply_to })
}

/// The token stands behind a #: browsers send no fragment to a server, so it reaches no log.
fn password_link(site: &Url, token: &str) -> Url {
    mail::link(site, &format!("/reset-password#token={token}"))
}

pub fn reset_password(account: &Account, site: &Url, token: &str) -> Mail {
    let link = password_link(site, token);
    Mail {
        to: account.email.clone(),
        subject: "Choose a new password".to_owned(),
        text: format!(
            "Somebody asked for a new password for your account {}.\n\n\
             To choose one, open this link within 30 minutes:\n{link}\n\n\
             If it was not you, do nothing: your password stays as it is.\n",
            account.username,
        ),
        html: None,
        sender: None,
        useless_after: None,
        dedupe_key: format!("reset-password/{}", Uuid::now_v7()),
    }
}

pub fn set_password(account: &Account, site: &Url, token: &str, booking_id: Uuid) -> Mail {
    let link = password_link(site, token);
    Mail {
        to: account.email.clone(),
        subject: "Your account for this trip".to_owned(),
        text: format!(
            "With your booking we have made an account for you. Your user name is {}.\n\n\
             To choose your own password, open this link within 7 days:\n{link}\n\n\
             Whoever was signed in to the account is then signed out.\n",
            account.username,
        ),
        html: None,
        sender: None,
        useless_after: None,
        dedupe_key: format!("set-password/{booking_id}"),
    }
}

/// Says nothing of the trip: whoever booked it knows the address and perhaps no more.
pub fn account_exists(account: &Account, site: &Url, booking_id: Uuid) -> Mail {
    let link = mail::link(site, "/login");
    Mail {
        to: account.email.clone(),
        subject: "A booking with your e-mail address".to_owned(),
        text: format!(
            "A trip was booked with your e-mail address by somebody who was not signed in, so it was not added \
             to your account {}.\n\n\
             If it was you, the confirmation is in a mail of its own, with a link that opens the trip. To have your next trips in your account, \
             sign in before you book:\n{link}\n\n\
             If it was not you, there is nothing to do: nobody has got into your account.\n",
            account.username,
        ),
        html: None,
        sender: None,
        useless_after: None,
        dedupe_key: format!("account-exists/{booking_id}"),
    }
}

pub fn mode_changed(administrator: &Account, by: &Account, mode: SystemMode) -> Mail {
    let name = if mode.mode == Mode::Live { "LIVE" } else { "TEST" };
    Mail {
        to: administrator.email.clone(),
        subject: format!("The booking system is in {name} mode"),
        text: format!(
            "{} switched the booking system to {name} mode.\n\nIf this was not agreed, switch it back now.\n",
            by.username,
        ),
        html: None,
        sender: None,
        useless_after: None,
        dedupe_key: format!("mode/{}/{}", mode.version, administrator.id),
    }
}
