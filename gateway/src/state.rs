use std::sync::Arc;

use tokio::sync::broadcast;
use tokio_util::sync::CancellationToken;

use crate::brands::Brands;
use crate::card_fields::CardFields;
use crate::config::Environment;
use crate::dependencies::Dependencies;
use crate::limits::Limits;
use crate::live::Update;
use crate::modes::Modes;
use crate::preflight::Preflight;
use crate::request::{CookieRules, TrustedProxies};
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
    pub preflight: Preflight,
    pub web: Web,
    pub cookies: CookieRules,
    pub proxies: TrustedProxies,
    pub environment: Environment,
    pub https: bool,
    pub updates: broadcast::Sender<Update>,
    pub streams: Streams,
    /// Apart from those that follow bookings: anonymous searches take nobody's news away.
    pub search_streams: Streams,
    pub searches: Arc<Searches>,
    /// New requests should go elsewhere.
    pub draining: CancellationToken,
    pub shutdown: CancellationToken,
}
