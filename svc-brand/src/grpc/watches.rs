use proto::brand::v1::watch_service_server::WatchService;
use proto::brand::v1::{
    ClaimWatchesRequest, ClaimWatchesResponse, ConfirmWatchRequest, ConfirmWatchResponse, CreateWatchRequest,
    CreateWatchResponse, EndBookedWatchesRequest, EndBookedWatchesResponse, ExportWatchesRequest,
    ExportWatchesResponse, ListWatchesRequest, ListWatchesResponse, PreviewWatchRequest,
    PreviewWatchResponse, SetWatchStateRequest, SetWatchStateResponse, StopWatchRequest, StopWatchResponse,
};
use service::RequestContext;
use tonic::{Request, Response, Status};

use super::{BrandHandlers, convert_watches as convert};
use crate::domain::watch;
use crate::error::Error;
use crate::ops::NewWatch;
use crate::store::watch::Booked;

#[tonic::async_trait]
impl WatchService for BrandHandlers {
    async fn create_watch(
        &self,
        request: Request<CreateWatchRequest>,
    ) -> Result<Response<CreateWatchResponse>, Status> {
        let context = RequestContext::of(&request)?;
        let CreateWatchRequest { trip, email, again, is_proved } = request.into_inner();
        let trip = watch::checked(trip.unwrap_or_default(), self.0.clock.now())?;
        let user = context.user.map(|user| user.id);
        let RequestContext { mode, brand, .. } = context;
        let is_proved = is_proved && user.is_some();
        let new = NewWatch { mode, brand, user, email, is_proved, trip, again };
        let is_active = self.0.create_watch(new).await?;
        Ok(Response::new(CreateWatchResponse { is_active }))
    }

    async fn preview_watch(
        &self,
        request: Request<PreviewWatchRequest>,
    ) -> Result<Response<PreviewWatchResponse>, Status> {
        let context = RequestContext::of(&request)?;
        let trip = self.0.preview_watch(&context.brand, &request.into_inner().token).await?;
        Ok(Response::new(PreviewWatchResponse { trip: Some(convert::trip(&trip)) }))
    }

    async fn confirm_watch(
        &self,
        request: Request<ConfirmWatchRequest>,
    ) -> Result<Response<ConfirmWatchResponse>, Status> {
        let context = RequestContext::of(&request)?;
        let token = request.into_inner().token;
        let watch = Some(convert::priced(&self.0.confirm_watch(&context.brand, &token).await?));
        Ok(Response::new(ConfirmWatchResponse { watch, token }))
    }

    async fn list_watches(
        &self,
        request: Request<ListWatchesRequest>,
    ) -> Result<Response<ListWatchesResponse>, Status> {
        let context = RequestContext::of(&request)?;
        let owner = convert::owner(request.into_inner().owner)?;
        let listed = self.0.list_watches(context.mode, &context.brand, &owner).await?;
        let watches = listed.iter().map(convert::priced).collect();
        Ok(Response::new(ListWatchesResponse { watches }))
    }

    async fn set_watch_state(
        &self,
        request: Request<SetWatchStateRequest>,
    ) -> Result<Response<SetWatchStateResponse>, Status> {
        let context = RequestContext::of(&request)?;
        let request = request.into_inner();
        let state = convert::wanted(request.state())?;
        let owner = convert::owner(request.owner)?;
        // Text that is no id names no watch.
        let id = request.id.parse().map_err(|_| Error::WatchNotFound)?;
        let at = (context.mode, context.brand.as_str());
        let priced = self.0.set_watch_state(at, id, state, &owner).await?;
        Ok(Response::new(SetWatchStateResponse { watch: Some(convert::priced(&priced)) }))
    }

    async fn stop_watch(
        &self,
        request: Request<StopWatchRequest>,
    ) -> Result<Response<StopWatchResponse>, Status> {
        self.0.stop_watch(&request.into_inner().token).await?;
        Ok(Response::new(StopWatchResponse {}))
    }

    async fn end_booked_watches(
        &self,
        request: Request<EndBookedWatchesRequest>,
    ) -> Result<Response<EndBookedWatchesResponse>, Status> {
        let context = RequestContext::of(&request)?;
        let booked = request.into_inner();
        let returns_on = booked.return_date.as_deref().map(convert::date).transpose()?;
        let at = booked.booked_at.map(convert::instant).transpose()?;
        let booked = Booked {
            brand: &context.brand,
            email: &booked.email,
            mode: context.mode,
            origins: booked.origins,
            destinations: booked.destinations,
            departs_on: convert::date(&booked.departure_date)?,
            returns_on,
            at,
        };
        self.0.end_booked_watches(booked).await?;
        Ok(Response::new(EndBookedWatchesResponse {}))
    }

    async fn claim_watches(
        &self,
        request: Request<ClaimWatchesRequest>,
    ) -> Result<Response<ClaimWatchesResponse>, Status> {
        let context = RequestContext::of(&request)?;
        let user = context.user.ok_or_else(|| Status::unauthenticated("no user"))?;
        self.0.claim_watches(&context.brand, &request.into_inner().proved_email, user.id).await?;
        Ok(Response::new(ClaimWatchesResponse {}))
    }

    async fn export_watches(
        &self,
        request: Request<ExportWatchesRequest>,
    ) -> Result<Response<ExportWatchesResponse>, Status> {
        let context = RequestContext::of(&request)?;
        context.user.ok_or_else(|| Status::unauthenticated("no user"))?;
        let kept = self.0.export_watches(&context.brand, &request.into_inner().proved_email).await?;
        let watches = kept.iter().map(convert::exported).collect();
        Ok(Response::new(ExportWatchesResponse { watches }))
    }
}
