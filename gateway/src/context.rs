//! Contexts of calls to the services that no visitor makes, and the markup rate of a brand that states none.

use money::MarkupRate;
use service::{Mode, RequestContext};
use uuid::Uuid;

use crate::brand_key::DEFAULT_KEY;

/// The context of calls that no request caused.
pub(crate) fn background_context() -> RequestContext {
    context_without_visitor(Uuid::now_v7().to_string())
}

/// The context of calls that no visitor caused, under a request's id. Nothing they ask depends on mode, brand or markup.
pub(crate) fn context_without_visitor(request_id: String) -> RequestContext {
    RequestContext::new(request_id, Mode::Test, DEFAULT_KEY.to_owned(), default_markup_rate())
}

/// What a brand adds to a price unless it says otherwise.
pub(crate) fn default_markup_rate() -> MarkupRate {
    MarkupRate::parse(MarkupRate::DEFAULT).expect("the default rate is a rate")
}
