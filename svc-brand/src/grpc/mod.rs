//! The calls: thin translations between messages and the domain.

mod admin;
mod convert;
mod enquiries;
mod record;

use std::sync::Arc;

use proto::brand::v1::brand_service_server::BrandService;
use proto::brand::v1::{GetBrandRequest, GetBrandResponse, ListBrandsRequest, ListBrandsResponse};
use service::SharedClock;
use sqlx::PgPool;
use tokio::sync::Notify;
use tonic::{Request, Response, Status};
use url::Url;

pub use self::enquiries::Enquiries;
use crate::error::Error;
use crate::store;

/// What every call works with.
#[derive(Debug, Clone)]
pub struct Brands {
    pub pool: PgPool,
    pub clock: SharedClock,
    pub system_url: Url,
    /// Told after a commit, so that its events go out at once.
    pub wake: Arc<Notify>,
}

#[tonic::async_trait]
impl BrandService for Brands {
    async fn get_brand(
        &self,
        request: Request<GetBrandRequest>,
    ) -> Result<Response<GetBrandResponse>, Status> {
        let key = request.into_inner().key.to_lowercase();
        let found = store::brand::find(&self.pool, &key).await.map_err(Error::Internal)?;
        let stored = found.ok_or(Error::BrandNotFound)?;
        Ok(Response::new(convert::get_brand_response(&stored, &self.system_url)))
    }

    async fn list_brands(
        &self,
        _: Request<ListBrandsRequest>,
    ) -> Result<Response<ListBrandsResponse>, Status> {
        let brands = store::brand::list(&self.pool).await.map_err(Error::Internal)?;
        Ok(Response::new(ListBrandsResponse { brands: brands.iter().map(convert::listed_brand).collect() }))
    }
}
