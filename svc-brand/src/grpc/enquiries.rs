use proto::brand::v1::enquiry_service_server::EnquiryService;
use proto::brand::v1::{
    CreateEnquiryRequest, CreateEnquiryResponse, DeleteEnquiryRequest, DeleteEnquiryResponse,
    ListEnquiriesRequest, ListEnquiriesResponse,
};
use service::{Problem, RequestContext};
use tonic::{Code, Request, Response, Status};
use uuid::Uuid;

use super::{BrandHandlers, administrator, convert};
use crate::ops::EnquiryPage;

#[tonic::async_trait]
impl EnquiryService for BrandHandlers {
    async fn create_enquiry(
        &self,
        request: Request<CreateEnquiryRequest>,
    ) -> Result<Response<CreateEnquiryResponse>, Status> {
        let context = RequestContext::of(&request)?;
        let typed = request.into_inner().form.unwrap_or_default();
        let consents = typed.consents;
        self.0.create_enquiry(context.brand, convert::form(typed)?, consents).await?;
        Ok(Response::new(CreateEnquiryResponse {}))
    }

    async fn list_enquiries(
        &self,
        request: Request<ListEnquiriesRequest>,
    ) -> Result<Response<ListEnquiriesResponse>, Status> {
        administrator(&request)?;
        let ListEnquiriesRequest { page_token, page_size } = request.into_inner();
        let EnquiryPage { enquiries, next } =
            self.0.list_enquiries(parse_page_token(&page_token)?, page_size).await?;
        let enquiries = enquiries.into_iter().map(convert::enquiry).collect();
        let next_page_token = next.map(|id| id.to_string()).unwrap_or_default();
        Ok(Response::new(ListEnquiriesResponse { enquiries, next_page_token }))
    }

    async fn delete_enquiry(
        &self,
        request: Request<DeleteEnquiryRequest>,
    ) -> Result<Response<DeleteEnquiryResponse>, Status> {
        let by = administrator(&request)?;
        // Text that is no id names no enquiry.
        if let Ok(id) = request.into_inner().id.parse() {
            self.0.delete_enquiry(id, by).await?;
        }
        Ok(Response::new(DeleteEnquiryResponse {}))
    }
}

/// The enquiry after which a page starts; nothing for the first page.
fn parse_page_token(token: &str) -> Result<Option<Uuid>, Problem> {
    if token.is_empty() {
        return Ok(None);
    }
    let no_page = |_| Problem::new(Code::InvalidArgument, "VALIDATION_ERROR", "There is no such page.");
    token.parse().map(Some).map_err(no_page)
}
