use duffel::convert::seat_maps;
use proto::offers::v1::{GetSeatMapsRequest, GetSeatMapsResponse};
use service::RequestContext;
use tonic::{Request, Response, Status};

use crate::lookup::{DETAIL, Lookup, SEATS};

pub(super) async fn get_seat_maps(
    lookup: &Lookup,
    request: Request<GetSeatMapsRequest>,
) -> Result<Response<GetSeatMapsResponse>, Status> {
    let context = RequestContext::of(&request)?;
    let id = &request.get_ref().offer_id;
    // The offer tells in which order its flights are flown.
    let (offer, maps) =
        tokio::try_join!(lookup.offer(context.mode, id, DETAIL), lookup.seat_maps(context.mode, id, SEATS),)?;
    Ok(Response::new(GetSeatMapsResponse { seat_maps: seat_maps(&maps, &offer) }))
}
