use bytes::Bytes;
use proto::search::v1::{SearchFlightsRequest, SearchFlightsResponse};
use service::RequestContext;
use tonic::{Request, Response, Status};

use super::{Search, convert};
use crate::cache::PageKey;
use crate::domain::{Answer, AnswerKey, Asked, rank_all};
use crate::error::Error;

pub(super) async fn search_flights(
    search: &Search,
    request: Request<SearchFlightsRequest>,
) -> Result<Response<SearchFlightsResponse>, Status> {
    let context = RequestContext::of(&request)?;
    let request = request.into_inner();
    let asked = convert::asked(&request, search.clock.now().date())?;
    let response = match asked.query.travellers.impossible() {
        Some(notice) => {
            SearchFlightsResponse { page_json: convert::empty_page(notice), ..Default::default() }
        }
        None => search.page(&context, asked, request.held_answer).await?,
    };
    Ok(Response::new(response))
}

impl Search {
    /// The page, without its bytes where the caller has it.
    async fn page(
        &self,
        context: &RequestContext,
        asked: Asked,
        held_answer: Option<u64>,
    ) -> Result<SearchFlightsResponse, Error> {
        let key = AnswerKey { mode: context.mode, query: asked.query };
        let answer = self.searches.answer(key, asked.refresh).await?;
        let is_held = held_answer == Some(answer.id);
        Ok(SearchFlightsResponse {
            page_json: if is_held { Bytes::new() } else { self.page_of(&answer, context, &asked).await },
            answer: answer.id,
            good_for_ms: answer
                .good_for(self.clock.now())
                .whole_milliseconds()
                .try_into()
                .unwrap_or(u32::MAX),
        })
    }

    async fn page_of(&self, answer: &Answer, context: &RequestContext, asked: &Asked) -> Bytes {
        let key = PageKey {
            answer: answer.id,
            brand: context.brand.clone(),
            markup_rate: context.markup_rate,
            sort: asked.sort,
            paging: asked.paging,
        };
        let write = || {
            let ranked = rank_all(&answer.offers, context.markup_rate, asked.sort, self.hour_percent);
            convert::page(answer, &ranked, asked.paging)
        };
        self.cache.pages.get(key, write).await
    }
}
