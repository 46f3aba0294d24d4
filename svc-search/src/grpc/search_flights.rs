use bytes::Bytes;
use proto::search::v1::{SearchFlightsRequest, SearchFlightsResponse};
use service::RequestContext;
use tonic::{Request, Response, Status};

use super::{Search, convert};
use crate::cache::PageKey;
use crate::domain::{AnswerKey, Asked, rank_all};
use crate::error::Error;

pub(super) async fn search_flights(
    search: &Search,
    request: Request<SearchFlightsRequest>,
) -> Result<Response<SearchFlightsResponse>, Status> {
    let context = RequestContext::of(&request)?;
    let asked = convert::asked(&request.into_inner(), search.clock.now().date())?;
    let page = match asked.query.travellers.impossible() {
        Some(notice) => convert::empty_page(notice),
        None => search.page(&context, asked).await?,
    };
    Ok(Response::new(SearchFlightsResponse { page_json: page.into() }))
}

impl Search {
    async fn page(&self, context: &RequestContext, asked: Asked) -> Result<Bytes, Error> {
        let key = AnswerKey { mode: context.mode, query: asked.query };
        let answer = self.searches.answer(key, asked.refresh).await?;
        let key = PageKey {
            answer: answer.id,
            brand: context.brand.clone(),
            markup_rate: context.markup_rate,
            sort: asked.sort,
            paging: asked.paging,
        };
        let write = || {
            let ranked = rank_all(&answer.offers, context.markup_rate, asked.sort, self.hour_percent);
            convert::page(&answer, &ranked, asked.paging)
        };
        Ok(self.cache.pages.get(key, write).await)
    }
}
