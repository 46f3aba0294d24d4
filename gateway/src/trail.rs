//! What the security log says of a request: who asks, as far as that becomes known, and what its handler noted.

use std::sync::{Arc, Mutex, MutexGuard};

use http::Extensions;
use proto::identity::v1::{Session, User};
use service::security_log::{Event, Reason};
use service::{RequestContext, UserRef};
use uuid::Uuid;

use crate::problem::Code;

/// Filled while a request is answered, and written when it is (`edge::log_security`).
#[derive(Debug, Clone, Default)]
pub(crate) struct Trail(Arc<Mutex<Known>>);

/// An event with its reason.
pub(crate) type Noted = (Event, Option<Reason>);

#[derive(Debug, Default)]
pub(crate) struct Known {
    /// Of a request whose brand is known.
    pub context: Option<RequestContext>,
    pub noted: Vec<Noted>,
}

impl Trail {
    /// The request's own. One that nobody reads where a request has none: a page, for example.
    pub fn of(extensions: &Extensions) -> Self {
        extensions.get::<Self>().cloned().unwrap_or_default()
    }

    /// Who asks, as far as it is known by now.
    pub fn is_of(&self, context: &RequestContext) {
        self.known().context = Some(context.clone());
    }

    /// A session that the answer gives to the visitor.
    pub fn signs_in(&self, session: &Session) {
        if let Some(context) = &mut self.known().context {
            context.session_id = session.id.parse().ok();
            context.user = session.user.as_ref().and_then(user_ref);
        }
    }

    /// The account that a request of nobody was about.
    pub fn concerns(&self, user: &User) {
        if let Some(context) = &mut self.known().context {
            context.user = user_ref(user);
        }
    }

    pub fn note(&self, event: Event) {
        self.known().noted.push((event, None));
    }

    pub fn note_because(&self, event: Event, reason: Reason) {
        self.known().noted.push((event, Some(reason)));
    }

    /// What came together.
    pub fn take(&self) -> Known {
        std::mem::take(&mut self.known())
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.0.lock().expect("nobody panics while noting")
    }
}

/// An error code as a reason.
pub(crate) const fn reason(code: Code) -> Reason {
    Reason::new(code.as_str())
}

fn user_ref(user: &User) -> Option<UserRef> {
    user.id.parse::<Uuid>().ok().map(|id| UserRef { id, is_admin: user.is_admin })
}
