use http::Extensions;
use uuid::Uuid;

/// Names a request in answers, logs and traces.
#[derive(Debug, Clone)]
pub(crate) struct RequestId(pub String);

impl RequestId {
    pub fn new() -> Self {
        Self(Uuid::now_v7().to_string())
    }

    pub fn of(extensions: &Extensions) -> Self {
        extensions.get::<Self>().cloned().unwrap_or_else(Self::new)
    }
}
