use std::sync::Arc;

use service::Environment;
use service::metrics::Tally;
use service::security_log::SecurityLog;
use tokio::sync::broadcast;
use tokio_util::sync::CancellationToken;

use crate::booked_trips::BookedTrips;
use crate::brands::Brands;
use crate::card_fields::CardFields;
use crate::client::Proxies;
use crate::cookies::CookieRules;
use crate::dependencies::Dependencies;
use crate::limits::Limits;
use crate::live::Update;
use crate::modes::Modes;
use crate::preflight::Preflight;
use crate::search_pages::SearchPages;
use crate::searches::Searches;
use crate::services::Services;
use crate::streams::Streams;
use crate::web::Web;

pub(crate) type Shared = Arc<Gateway>;

/// What every request may use.
#[derive(Debug)]
pub(crate) struct Gateway {
    pub services: Services,
    pub brands: Brands,
    pub dependencies: Dependencies,
    pub modes: Modes,
    pub card_fields: CardFields,
    pub limits: Limits,
    pub security_log: SecurityLog,
    pub preflight: Preflight,
    pub web: Web,
    pub cookies: CookieRules,
    pub proxies: Proxies,
    pub environment: Environment,
    pub https: bool,
    pub updates: broadcast::Sender<Update>,
    pub streams: Streams,
    /// Apart from those that follow bookings: anonymous searches take nobody's news away.
    pub search_streams: Streams,
    pub look_up_streams: Streams,
    /// Streams that failed after they had begun, by their kind.
    pub failed_streams: Tally,
    pub searches: Arc<Searches>,
    pub search_pages: SearchPages,
    pub booked_trips: BookedTrips,
    /// New requests should go elsewhere.
    pub draining: CancellationToken,
    pub shutdown: CancellationToken,
}

impl Gateway {
    /// Whether requests should come here, or why not.
    ///
    /// It has the web app, has learnt the mode and a brand, and does not drain: one that lacks any of them sells nothing,
    /// and would take visitors from gateways that have them all. A service that is away later does not make the gateway
    /// unready: pages and what the other services do go on, and every gateway would leave at once.
    pub async fn readiness(&self) -> Result<(), &'static str> {
        if self.draining.is_cancelled() {
            Err("stopping")
        } else if self.web.is_missing() {
            Err("the web app is missing: no index.html is in the folder that WEB_DIR names")
        } else if self.modes.known().is_none() {
            Err("the system's mode is not known yet: svc-identity has not answered")
        } else if !self.brands.are_known().await {
            Err("no brand is known yet: svc-brand has not answered")
        } else {
            Ok(())
        }
    }
}
