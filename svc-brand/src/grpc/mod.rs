//! The calls: thin translations between messages and the domain.

mod convert;

use proto::brand::v1::brand_service_server::BrandService;
use proto::brand::v1::{GetBrandRequest, GetBrandResponse, ListBrandsRequest, ListBrandsResponse};
use sqlx::PgPool;
use tonic::{Request, Response, Status};
use url::Url;

use crate::error::Error;
use crate::store;

pub struct Brands {
    pub pool: PgPool,
    pub system_url: Url,
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
        Ok(Response::new(ListBrandsResponse { brands: brands.iter().map(convert::brand).collect() }))
    }
}
