//! What the security log says of a request: who asks, as far as that becomes known, and what its handler noted.

use std::sync::{Arc, Mutex, MutexGuard};

use http::Extensions;
use proto::identity::v1::{Session, User};
use service::security_log::{Blocked, Event, Reason};
use service::{RequestContext, UserRef};
use uuid::Uuid;

use crate::problem::Code;

/// Collected while a request is answered, and written when it is (`edge::log_security`).
#[derive(Debug, Clone, Default)]
pub(crate) struct SecurityNotes(Arc<Mutex<Notes>>);

/// An event with its reason, and what a page's policy kept out.
#[derive(Debug)]
pub(crate) struct NotedEvent {
    pub event: Event,
    pub reason: Option<Reason>,
    pub blocked: Option<Blocked>,
}

impl NotedEvent {
    pub const fn new(event: Event, reason: Option<Reason>) -> Self {
        Self { event, reason, blocked: None }
    }
}

#[derive(Debug, Default)]
pub(crate) struct Notes {
    /// Of a request whose brand is known.
    pub context: Option<RequestContext>,
    pub events: Vec<NotedEvent>,
}

impl SecurityNotes {
    /// The request's own. One that nobody reads where a request has none: a page, for example.
    pub fn of(extensions: &Extensions) -> Self {
        extensions.get::<Self>().cloned().unwrap_or_default()
    }

    /// Brand, session and account, as far as they are known by now.
    pub fn set_context(&self, context: &RequestContext) {
        self.notes().context = Some(context.clone());
    }

    /// The session that the answer gives to the visitor.
    pub fn set_session(&self, session: &Session) {
        if let Some(context) = &mut self.notes().context {
            context.session_id = session.id.parse().ok();
            context.user = session.user.as_ref().and_then(user_ref);
        }
    }

    /// The account that a request without a session was about.
    pub fn set_account(&self, id: &str) {
        if let Some(context) = &mut self.notes().context {
            context.user = id.parse().ok().map(|id| UserRef { id, is_admin: false });
        }
    }

    pub fn note(&self, event: Event) {
        self.notes().events.push(NotedEvent::new(event, None));
    }

    pub fn note_because(&self, event: Event, reason: Reason) {
        self.notes().events.push(NotedEvent::new(event, Some(reason)));
    }

    /// A browser reports that a page's policy kept this out.
    pub fn note_violation(&self, directive: Reason, blocked: Option<Blocked>) {
        let noted = NotedEvent::new(Event::CspViolated, Some(directive));
        self.notes().events.push(NotedEvent { blocked, ..noted });
    }

    /// Takes what was collected.
    pub fn take(&self) -> Notes {
        std::mem::take(&mut self.notes())
    }

    fn notes(&self) -> MutexGuard<'_, Notes> {
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
