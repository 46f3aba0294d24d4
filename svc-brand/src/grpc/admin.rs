//! The calls of the brand manager.

use proto::brand::v1::brand_admin_service_server::BrandAdminService;
use proto::brand::v1::{
    CheckThemeRequest, CheckThemeResponse, CreateBrandRequest, CreateBrandResponse, DeleteBrandRequest,
    DeleteBrandResponse, GetBrandRecordRequest, GetBrandRecordResponse, ListBrandSummariesRequest,
    ListBrandSummariesResponse, UpdateBrandRequest, UpdateBrandResponse,
};
use tonic::{Request, Response, Status};

use super::{BrandHandlers, administrator, convert, record};
use crate::domain::version::PublishedBrand;
use crate::ops::VersionedRecord;

#[tonic::async_trait]
impl BrandAdminService for BrandHandlers {
    async fn list_brand_summaries(
        &self,
        request: Request<ListBrandSummariesRequest>,
    ) -> Result<Response<ListBrandSummariesResponse>, Status> {
        administrator(&request)?;
        let brands = self.0.list_brands().await?.iter().map(convert::brand_summary).collect();
        Ok(Response::new(ListBrandSummariesResponse { brands }))
    }

    async fn get_brand_record(
        &self,
        request: Request<GetBrandRecordRequest>,
    ) -> Result<Response<GetBrandRecordResponse>, Status> {
        administrator(&request)?;
        let GetBrandRecordRequest { key, version } = request.into_inner();
        let found = self.0.get_brand_record(&key.to_lowercase(), version).await?;
        let VersionedRecord { brand, version, versions } = found;
        let record = Some(convert::record(&brand, version, &self.0.system_url));
        let versions = versions.iter().map(convert::brand_version).collect();
        Ok(Response::new(GetBrandRecordResponse { record, versions }))
    }

    async fn create_brand(
        &self,
        request: Request<CreateBrandRequest>,
    ) -> Result<Response<CreateBrandResponse>, Status> {
        let by = administrator(&request)?;
        let sent = request.into_inner().record.unwrap_or_default();
        let (brand, _) = record::parse(sent)?;
        let PublishedBrand { brand, version, .. } = self.0.create_brand(brand, by).await?;
        let record = Some(convert::record(&brand, version, &self.0.system_url));
        Ok(Response::new(CreateBrandResponse { record }))
    }

    async fn update_brand(
        &self,
        request: Request<UpdateBrandRequest>,
    ) -> Result<Response<UpdateBrandResponse>, Status> {
        let by = administrator(&request)?;
        let sent = request.into_inner().record.unwrap_or_default();
        let (brand, replaced) = record::parse(sent)?;
        let PublishedBrand { brand, version, .. } = self.0.update_brand(brand, replaced, by).await?;
        let record = Some(convert::record(&brand, version, &self.0.system_url));
        Ok(Response::new(UpdateBrandResponse { record }))
    }

    async fn delete_brand(
        &self,
        request: Request<DeleteBrandRequest>,
    ) -> Result<Response<DeleteBrandResponse>, Status> {
        let by = administrator(&request)?;
        self.0.delete_brand(&request.into_inner().key, by).await?;
        Ok(Response::new(DeleteBrandResponse {}))
    }

    async fn check_theme(
        &self,
        request: Request<CheckThemeRequest>,
    ) -> Result<Response<CheckThemeResponse>, Status> {
        administrator(&request)?;
        let seeds = record::parse_seeds(request.into_inner().theme.unwrap_or_default());
        Ok(Response::new(convert::theme_checked(&seeds?)))
    }
}
