use proto::brand::v1::brand_service_server::BrandService;
use proto::brand::v1::{GetBrandRequest, GetBrandResponse, ListBrandsRequest, ListBrandsResponse};
use tonic::{Request, Response, Status};

use super::{BrandHandlers, convert};

#[tonic::async_trait]
impl BrandService for BrandHandlers {
    async fn get_brand(
        &self,
        request: Request<GetBrandRequest>,
    ) -> Result<Response<GetBrandResponse>, Status> {
        let key = request.into_inner().key.to_lowercase();
        let published = self.0.get_brand(&key).await?;
        Ok(Response::new(convert::get_brand_response(&published, &self.0.system_url)))
    }

    async fn list_brands(
        &self,
        _: Request<ListBrandsRequest>,
    ) -> Result<Response<ListBrandsResponse>, Status> {
        let brands = self.0.list_brands().await?.iter().map(convert::published_brand).collect();
        Ok(Response::new(ListBrandsResponse { brands }))
    }
}
