//! Routes that cannot be declared without a class. The class becomes layers around the route.

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::routing::MethodRouter;
use tower::ServiceBuilder;
use utoipa::openapi::OpenApi;
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouter};

use crate::edge::{
    OtherSites, Purpose, Watch, count, favour_purchases, hold_body, log_security, refuse_cross_site,
};
use crate::limits::Budget;
use crate::problem::{ApiError, Code};
use crate::state::Shared;

const LARGEST_BODY: usize = 64 << 10;

/// What a route is for, and what one visitor may ask of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Class {
    /// The budget that a call counts against, by the visitor's address; without one it is not counted.
    pub budget: Option<Budget>,
    pub purpose: Purpose,
    pub largest_body: usize,
    /// What pages of other sites may ask of it.
    pub other_sites: OtherSites,
    /// What the security log has of its calls.
    pub watch: Watch,
}

impl Class {
    /// A call of the shop's own pages.
    pub const fn counted(budget: Budget) -> Self {
        Self {
            budget: Some(budget),
            purpose: Purpose::Other,
            largest_body: LARGEST_BODY,
            other_sites: OtherSites::MayRead,
            watch: Watch::NONE,
        }
    }

    /// A call of providers, whose webhooks are signed, or of balancers.
    pub const fn machines(largest_body: usize) -> Self {
        let calls = Self::counted(Budget::Call);
        Self { budget: None, largest_body, other_sites: OtherSites::Admitted, ..calls }
    }

    pub const fn purpose(self, purpose: Purpose) -> Self {
        Self { purpose, ..self }
    }

    /// A call that costs something even where it only reads: no other site's page may have it made.
    pub const fn for_own_pages(self) -> Self {
        Self { other_sites: OtherSites::Refused, ..self }
    }

    /// A call where no cookie counts, that a token alone allows or that anybody may make: pages of other sites too.
    pub const fn for_all_sites(self) -> Self {
        Self { other_sites: OtherSites::Admitted, ..self }
    }

    pub const fn watched(self, watch: Watch) -> Self {
        Self { watch, ..self }
    }

    /// Puts the class's layers around the handlers. The first layer runs first: a call is counted before its body is
    /// read.
    fn around(self, handlers: MethodRouter<Shared>, gateway: &Shared) -> MethodRouter<Shared> {
        let counted = self.budget.map(|budget| from_fn_with_state((Arc::clone(gateway), budget), count));
        let layers = ServiceBuilder::new()
            .layer(from_fn_with_state((Arc::clone(gateway), self.watch), log_security))
            .option_layer(counted)
            .layer(from_fn(hold_body))
            .layer(from_fn_with_state((Arc::clone(gateway), self.purpose), favour_purchases))
            .layer(from_fn_with_state(self.other_sites, refuse_cross_site))
            .layer(DefaultBodyLimit::max(self.largest_body));
        handlers.layer(layers)
    }
}

/// Handlers of one class at one path.
pub(super) struct Route {
    pub path: String,
    pub class: Class,
    handlers: MethodRouter<Shared>,
}

/// The declared routes, and the document that describes most of them.
pub(super) struct Calls {
    pub routes: Vec<Route>,
    document: OpenApi,
}

impl Calls {
    /// `frame` is the document without its calls.
    pub fn new(frame: OpenApi) -> Self {
        Self { routes: Vec::new(), document: frame }
    }

    /// Declares calls that the document describes. Other methods of a path are refused in the class of its first call.
    pub fn call(self, class: Class, described: UtoipaMethodRouter<Shared>) -> Self {
        let (_, paths, handlers) = &described;
        let (paths, handlers) = (paths.paths.keys().cloned().collect::<Vec<_>>(), handlers.clone());
        let document = OpenApiRouter::with_openapi(self.document).routes(described).into_openapi();
        paths.into_iter().fold(Self { document, ..self }, |calls, path| {
            let is_first = calls.routes.iter().all(|route| route.path != path);
            let handlers = handlers.clone();
            calls.route(class, path, if is_first { handlers.fallback(wrong_method) } else { handlers })
        })
    }

    /// Declares a route that the document leaves out.
    pub fn route(mut self, class: Class, path: impl Into<String>, handlers: MethodRouter<Shared>) -> Self {
        self.routes.push(Route { path: path.into(), class, handlers });
        self
    }

    pub fn into_document(self) -> OpenApi {
        self.document
    }

    pub fn into_router(self, gateway: &Shared) -> Router<Shared> {
        self.routes.into_iter().fold(Router::new(), |router, Route { path, class, handlers }| {
            router.route(&path, class.around(handlers, gateway))
        })
    }
}

pub(super) async fn wrong_method() -> ApiError {
    ApiError::new(Code::MethodNotAllowed, "This call needs another method.")
}
