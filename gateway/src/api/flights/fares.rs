use std::time::Duration;

use axum::Json;
use axum::extract::{Path, State};
use futures::StreamExt;
use futures::stream::FuturesUnordered;
use proto::flights::v1::Fare;
use proto::search::v1::ListFaresRequest;
use proto::search::v1::search_service_client::SearchServiceClient;
use service::client::Channel;
use tokio::time::{Instant, timeout_at};
use tonic::Status;

use super::offer::offer_id;
use crate::problem::ApiError;
use crate::request::KnownMode;
use crate::state::Shared;

/// How much later than the first answer another replica's may come: one that hangs is waited for no longer.
const LATE: Duration = Duration::from_secs(1);

/// The fares on which an offer's flights are sold, cheapest first: one a fare brand, the offer's own among them.
///
/// Costs the airlines nothing: known from the search that found the offer, and empty once that is forgotten.
#[utoipa::path(
    get, path = "/api/flights/offer/{id}/fares", tag = "flights", params(("id" = String, Path)),
    responses((status = OK, body = Vec<Fare>), (status = NOT_FOUND, description = "OFFER_NOT_FOUND"))
)]
pub(crate) async fn list_fares(
    State(gateway): State<Shared>,
    KnownMode(context): KnownMode,
    Path(id): Path<String>,
) -> Result<Json<Vec<Fare>>, ApiError> {
    let request = ListFaresRequest { offer_id: offer_id(id)? };
    let replicas = match gateway.services.each_search() {
        none if none.is_empty() => vec![gateway.services.search.clone()],
        replicas => replicas,
    };
    let asked = replicas.into_iter().map(|replica| ask(replica, context.request(request.clone())));
    Ok(Json(first_known(asked.collect()).await?))
}

async fn ask(
    mut replica: SearchServiceClient<Channel>,
    request: tonic::Request<ListFaresRequest>,
) -> Result<Vec<Fare>, Status> {
    Ok(replica.list_fares(request).await?.into_inner().fares)
}

/// The fares that one of the replicas knows. Empty where none does; an error where none answered.
async fn first_known(
    mut answers: FuturesUnordered<impl Future<Output = Result<Vec<Fare>, Status>>>,
) -> Result<Vec<Fare>, Status> {
    let mut outcome = Ok(Vec::new());
    let mut given_up_at = None;
    loop {
        let next = match given_up_at {
            Some(end) => timeout_at(end, answers.next()).await.unwrap_or(None),
            None => answers.next().await,
        };
        match next {
            None => return outcome,
            Some(Ok(fares)) if !fares.is_empty() => return Ok(fares),
            Some(Ok(none)) => {
                given_up_at.get_or_insert_with(|| Instant::now() + LATE);
                outcome = Ok(none);
            }
            Some(Err(status)) if given_up_at.is_none() => outcome = Err(status),
            Some(Err(status)) => {
                tracing::debug!(%status, "a replica of svc-search did not say which fares it knows");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::future::{pending, ready};

    use futures::FutureExt;

    use super::*;

    async fn first_of<const N: usize>(answers: [Result<Vec<Fare>, Status>; N]) -> Result<usize, tonic::Code> {
        let known = first_known(answers.into_iter().map(ready).collect()).await;
        known.map(|fares| fares.len()).map_err(|status| status.code())
    }

    #[tokio::test(start_paused = true)]
    async fn a_replica_that_hangs_is_not_waited_for() {
        let hangs = pending::<Result<Vec<Fare>, Status>>().boxed();
        let started = Instant::now();

        let known = first_known([hangs, ready(Ok(vec![])).boxed()].into_iter().collect()).await;

        assert!(known.unwrap().is_empty());
        assert_eq!(started.elapsed(), LATE);
    }

    #[tokio::test]
    async fn fares_are_known_where_one_replica_knows_them() {
        let away = || Err(Status::unavailable("away"));
        let known = || Ok(vec![Fare::default()]);

        assert_eq!(first_of([Ok(vec![]), away(), known()]).await, Ok(1));
        assert_eq!(first_of([away(), Ok(vec![])]).await, Ok(0));
        assert_eq!(first_of([Ok(vec![]), away()]).await, Ok(0));
        assert_eq!(first_of([away(), away()]).await, Err(tonic::Code::Unavailable));
    }
}
