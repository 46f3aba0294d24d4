/// How an event ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// It was done.
    Succeeded,
    /// It was not done.
    Refused,
}

impl Outcome {
    /// As in the log and in the counter's label.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Succeeded => "succeeded",
            Self::Refused => "refused",
        }
    }
}

/// Makes the closed list of events: variant, stable name, outcome, meaning.
macro_rules! events {
    ($($variant:ident = $name:literal, $outcome:ident, $meaning:literal;)+) => {
        /// What the security log tells of.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Event {
            $(#[doc = $meaning] $variant,)+
        }

        impl Event {
            /// All events, as docs/security-log.md lists them.
            pub const ALL: &[Self] = &[$(Self::$variant,)+];

            /// The stable name.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)+ }
            }

            /// How this event ended.
            pub const fn outcome(self) -> Outcome {
                match self { $(Self::$variant => Outcome::$outcome,)+ }
            }

            /// What happened, for docs/security-log.md.
            pub const fn meaning(self) -> &'static str {
                match self { $(Self::$variant => $meaning,)+ }
            }
        }
    };
}

events! {
    LoginSucceeded = "login.succeeded", Succeeded, "Somebody signed in.";
    LoginRefused = "login.refused", Refused, "A user name or password was wrong, or too many tries were made.";
    SignedOut = "signed_out", Succeeded, "A session was ended by its own browser.";
    SessionsEnded = "sessions.ended", Succeeded, "A user ended all their other sessions.";
    AccountRegistered = "account.registered", Succeeded, "An account was made by its user.";
    AccountRefused = "account.refused", Refused, "A user name or e-mail address was already taken. Many of them look for accounts.";
    EmailLinkRequested = "email.link_requested", Succeeded, "Another link was asked for that confirms the address of an account; whether a mail goes is not told.";
    EmailConfirmed = "email.confirmed", Succeeded, "The address of an account was confirmed with a link from a mail.";
    EmailConfirmRefused = "email.confirm_refused", Refused, "The link was wrong, used, too old or another account's.";
    AccountExported = "account.exported", Succeeded, "A user took a copy of what is kept of them.";
    AccountExportRefused = "account.export_refused", Refused, "No copy was given: the password was wrong, or too many tries were made.";
    AccountClosed = "account.closed", Succeeded, "A user closed their account.";
    AccountCloseRefused = "account.close_refused", Refused, "The account stays: the password was wrong, too many tries were made, or nobody else is an administrator.";
    PasswordChanged = "password.changed", Succeeded, "A signed-in user changed their password.";
    PasswordChangeRefused = "password.change_refused", Refused, "The current password was wrong, or too many tries were made.";
    PasswordResetRequested = "password.reset_requested", Succeeded, "A reset link was asked for; whether the address has an account is not told.";
    PasswordResetRequestRefused = "password.reset_request_refused", Refused, "Too many reset links were asked for.";
    PasswordReset = "password.reset", Succeeded, "A password was set with a link from a mail.";
    PasswordResetRefused = "password.reset_refused", Refused, "The link was wrong, used or too old.";
    StepUpSucceeded = "step_up.succeeded", Succeeded, "An administrator proved their password again, and their second factor if they have one.";
    StepUpRefused = "step_up.refused", Refused, "An administrator's password was wrong, or too many tries were made.";
    SecondFactorSetUp = "second_factor.set_up", Succeeded, "An administrator set up a second factor: the first one, or a new device.";
    SecondFactorRefused = "second_factor.refused", Refused, "An administrator's code was wrong, used before or too old. Outside of a set-up the password was right.";
    RecoveryCodeUsed = "recovery_code.used", Succeeded, "An administrator proved themselves with a recovery code, which is used up.";
    RecoveryCodesMade = "recovery_codes.made", Succeeded, "An administrator made new recovery codes.";
    ModeChanged = "mode.changed", Succeeded, "An administrator switched to the mode in `reason`.";
    ModeChangeRefused = "mode.change_refused", Refused, "Live mode was refused: keys are missing, or a check failed.";
    AdminChanged = "admin.changed", Succeeded, "An administrator changed something: `call` says which call it was.";
    AdminRefused = "admin.refused", Refused, "A call for administrators was made by somebody else.";
    GuestLinkRequested = "guest_link.requested", Succeeded, "A link to a trip was asked for; whether the trip exists is not told.";
    GuestLinkOpened = "guest_link.opened", Succeeded, "A link opened its trip to a session.";
    GuestLinkRefused = "guest_link.refused", Refused, "The link was wrong, used or too old.";
    BookingClaimed = "booking.claimed", Succeeded, "A trip was added to an account.";
    BookingClaimRefused = "booking.claim_refused", Refused, "A trip was not added: its e-mail address is another's, or its link has ended.";
    BookingRefused = "booking.refused", Refused, "A booking was asked for that does not exist or is not the visitor's. The gateway can't tell which.";
    BookingForeign = "booking.foreign", Refused, "A booking was asked for that exists and is somebody else's. svc-booking tells; `request.id` leads to the gateway's line.";
    CardAccepted = "card.accepted", Succeeded, "A card was authorised, or its bank has still to answer.";
    CardDeclined = "card.declined", Refused, "A card was declined or can't be right.";
    CardBlocked = "card.blocked", Refused, "A card was refused unread: too many brought no money, or its session has viewed no offer.";
    WorkAsked = "work.asked", Refused, "A card was refused unread until work is done for it (docs/payments.md): too many brought no money.";
    WorkDone = "work.done", Succeeded, "A card came with work that was done for it, and went to its bank.";
    WorkRefused = "work.refused", Refused, "A card came with work that is wrong, too old, another session's or used before.";
    CrossSiteRefused = "cross_site.refused", Refused, "A page of another site made a call.";
    LimitExhausted = "limit.exhausted", Refused, "An address or a session made too many calls, or has too many streams open.";
    CspViolated = "csp.violated", Refused, "A browser reports that a page's policy kept something out: `reason` is the directive, `blocked` what it was. One line a minute for a directive and a network.";
    WebhookUnsigned = "webhook.unsigned", Refused, "A webhook without a signature that fits. One line a minute for a network.";
    CallerRefused = "caller.refused", Refused, "A program called a method of a service that is not for it.";
}

impl Event {
    /// Whether its lines are counted by reason too: anybody may send reports, and those of one must not hide the others.
    pub(super) const fn is_counted_by_reason(self) -> bool {
        matches!(self, Self::CspViolated)
    }

    /// How many lines one network may cause a minute, of each reason where they are counted by it too.
    pub(super) const fn lines_a_minute(self) -> u32 {
        match self {
            Self::WebhookUnsigned | Self::CspViolated => 1,
            _ => 20,
        }
    }
}
