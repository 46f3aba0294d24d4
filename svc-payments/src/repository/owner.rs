use service::{Mode, RequestContext};

/// The mode and brand of a request, and the principals that its payments may belong to.
#[derive(Debug, Clone)]
pub struct Owner {
    pub mode: Mode,
    pub brand: String,
    pub principals: Vec<String>,
}

impl Owner {
    pub fn of(context: &RequestContext, principals: Vec<String>) -> Self {
        Self { mode: context.mode, brand: context.brand.clone(), principals }
    }
}
