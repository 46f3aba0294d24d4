use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use moka::future::Cache;
use proto::brand::v1::brand_service_client::BrandServiceClient;
use proto::brand::v1::{GetBrandRequest, GetBrandResponse};
use service::client::Channel;
use tonic::{Code, Status};

use super::{Brand, Logo};
use crate::brand_key::DEFAULT_KEY;
use crate::context::background_context;

/// Hosts can be made up: what is kept is bounded.
const CAPACITY: u64 = 1_000;
/// A missed event is made good within this time.
const FRESH: Duration = Duration::from_secs(60);
/// Every page waits for its brand; one that does not come in this time is taken from memory.
const PATIENCE: Duration = Duration::from_millis(800);

/// `None` is an answer too: no brand has the key.
type Found = Option<Arc<Brand>>;

/// The brands that visitors asked for lately.
#[derive(Debug)]
pub(crate) struct Brands {
    client: BrandServiceClient<Channel>,
    fresh: Cache<String, Found>,
    /// Answers while svc-brand is away.
    last_known: Cache<String, Found>,
    built_in: Arc<Brand>,
    /// svc-brand has answered once.
    are_known: AtomicBool,
}

impl Brands {
    pub fn new(client: BrandServiceClient<Channel>) -> Self {
        Self {
            client,
            fresh: Cache::builder().max_capacity(CAPACITY).time_to_live(FRESH).build(),
            last_known: Cache::builder().max_capacity(CAPACITY).build(),
            built_in: Arc::new(Brand::built_in()),
            are_known: AtomicBool::new(false),
        }
    }

    /// Whether svc-brand has answered since the start. Asks it as long as it has not: before that every page is dressed
    /// in the built-in brand, and nothing is sold.
    pub async fn are_known(&self) -> bool {
        self.are_known.load(Ordering::Relaxed) || self.find(DEFAULT_KEY).await.is_ok()
    }

    /// The brand a page is dressed in. Never fails, and may be a wrong one: nothing is decided by it.
    pub async fn shown(&self, key: &str) -> Arc<Brand> {
        if let Ok(brand) = self.selling(key).await {
            return brand;
        }
        self.find(DEFAULT_KEY).await.ok().flatten().unwrap_or_else(|| self.built_in())
    }

    /// Stands in where no brand is known, and sells nothing (`Visit::require_brand`).
    pub fn built_in(&self) -> Arc<Brand> {
        Arc::clone(&self.built_in)
    }

    /// The brand that sells under a key: its own, or the default one where nobody has the key.
    pub async fn selling(&self, key: &str) -> Result<Arc<Brand>, Status> {
        if let Some(brand) = self.find(key).await? {
            return Ok(brand);
        }
        Ok(self.find(DEFAULT_KEY).await?.unwrap_or_else(|| self.built_in()))
    }

    /// The brand that sells under a key, as far as that is known without asking svc-brand.
    pub async fn in_memory(&self, key: &str) -> Option<Arc<Brand>> {
        let known = self.last_known.get(key).await?;
        if known.is_some() { known } else { self.last_known.get(DEFAULT_KEY).await? }
    }

    /// The brand with this key, if there is one. Fails where svc-brand is away and never told.
    pub async fn find(&self, key: &str) -> Result<Found, Status> {
        match self.fresh.try_get_with_by_ref(key, self.ask(key)).await {
            Ok(found) => {
                self.are_known.store(true, Ordering::Relaxed);
                Ok(found)
            }
            Err(status) => self.last_known.get(key).await.ok_or_else(|| Status::clone(&status)),
        }
    }

    async fn ask(&self, key: &str) -> Result<Found, Status> {
        let request = background_context().request_within(PATIENCE, GetBrandRequest { key: key.to_owned() });
        let found = match self.client.clone().get_brand(request).await {
            Ok(answer) => Some(self.read(key, answer.into_inner()).await?),
            Err(status) if status.code() == Code::NotFound => None,
            Err(status) => {
                tracing::warn!(rpc.code = ?status.code(), "a brand could not be asked for");
                return Err(status);
            }
        };
        self.last_known.insert(key.to_owned(), found.clone()).await;
        Ok(found)
    }

    async fn read(&self, key: &str, answer: GetBrandResponse) -> Result<Arc<Brand>, Status> {
        let brand = Brand::try_from(answer);
        let mut brand = brand.map_err(|field| Status::internal(format!("svc-brand left out {field}")))?;
        let known = self.last_known.get(key).await.flatten();
        brand.logo = Logo::take(&mut brand.record, known.as_deref()).await;
        Ok(Arc::new(brand))
    }

    /// Asks again for this brand the next time.
    pub async fn forget(&self, key: &str) {
        self.fresh.invalidate(key).await;
    }

    /// Asks again for every brand.
    pub fn forget_all(&self) {
        self.fresh.invalidate_all();
    }
}
