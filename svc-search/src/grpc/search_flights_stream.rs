use futures::StreamExt;
use futures::stream::{self, BoxStream};
use money::MarkupRate;
use proto::search::v1::search_flights_stream_response::Event;
use proto::search::v1::{SearchFlightsStreamRequest, SearchFlightsStreamResponse};
use service::RequestContext;
use service::telemetry::in_current_span;
use tonic::{Request, Response, Status};

use super::{Search, convert};
use crate::domain::{Airlines, AnswerKey, BagFares, OfferRow, Sort, rank};
use crate::error::Error;
use crate::searches::{End, Follower};

/// Offers in one event at most: what a page can draw at once.
const MOST: usize = 100;

type Events = BoxStream<'static, Result<SearchFlightsStreamResponse, Status>>;

pub(super) async fn search_flights_stream(
    search: &Search,
    request: Request<SearchFlightsStreamRequest>,
) -> Result<Response<Events>, Status> {
    let context = RequestContext::of(&request)?;
    let SearchFlightsStreamRequest { search: query, most } = request.into_inner();
    let asked = convert::asked(&query.unwrap_or_default(), search.clock.now().date())?;
    if let Some(notice) = asked.query.travellers.impossible() {
        let event = response(Event::DoneJson(convert::nothing_found(notice)));
        return Ok(Response::new(stream::iter([Ok(event)]).boxed()));
    }
    let key = AnswerKey { mode: context.mode, query: asked.query };
    let follower = search.searches.follow(key, asked.refresh).await?;
    let wanted = most.map_or(usize::MAX, |most| usize::try_from(most).unwrap_or(0));
    let telling = Telling::new(follower, context.markup_rate, asked.sort, wanted);
    let events = stream::try_unfold(telling, |mut telling| async {
        let event = telling.next().await?;
        Ok(event.map(|event| (response(event), telling)))
    });
    Ok(Response::new(in_current_span(events).boxed()))
}

fn response(event: Event) -> SearchFlightsStreamResponse {
    SearchFlightsStreamResponse { event: Some(event) }
}

/// One reader of a search: what they were told already, and what comes next.
struct Telling {
    follower: Follower,
    markup_rate: MarkupRate,
    sort: Sort,
    /// Offers of the search that were looked at, and how many of them had a price.
    read: usize,
    priced: usize,
    /// Offers that are still wanted.
    wanted: usize,
    airlines: Airlines,
    is_done: bool,
}

/// What has come since a reader was told.
struct Unread {
    offers: Vec<OfferRow>,
    /// The fares that these are to name, whether they were told or not.
    bag_fares: Vec<OfferRow>,
    airlines: Airlines,
    end: Option<End>,
}

impl Telling {
    fn new(follower: Follower, markup_rate: MarkupRate, sort: Sort, wanted: usize) -> Self {
        Self {
            follower,
            markup_rate,
            sort,
            read: 0,
            priced: 0,
            wanted,
            airlines: Airlines::default(),
            is_done: false,
        }
    }

    /// Made when the reader takes it: what a slow one has not taken yet waits in the search, for all alike.
    async fn next(&mut self) -> Result<Option<Event>, Error> {
        while !self.is_done {
            let unread = self.look();
            if !unread.offers.is_empty() || unread.airlines != self.airlines {
                match self.tell(&unread) {
                    Some(event) => return Ok(Some(event)),
                    None => continue,
                }
            }
            if let Some(answer) = unread.end {
                self.is_done = true;
                return Ok(Some(Event::DoneJson(convert::done(self.priced, &*answer?))));
            }
            self.follower.changed().await.map_err(|_gone| Error::Lost)?;
        }
        Ok(None)
    }

    fn look(&mut self) -> Unread {
        let progress = self.follower.borrow_and_update();
        let unread = progress.offers().iter().skip(self.read).take(MOST);
        let named = || {
            let bag_fares = BagFares::among(progress.offers());
            unread.clone().filter_map(|found| bag_fares.of(found)).cloned().collect()
        };
        // Most looks find that an airline has answered, and no offer that anybody wants.
        let is_any_wanted = self.wanted > 0 && unread.len() > 0;
        Unread {
            bag_fares: if is_any_wanted { named() } else { Vec::new() },
            offers: unread.clone().cloned().collect(),
            airlines: progress.airlines,
            end: progress.end.clone(),
        }
    }

    /// Nothing where nobody wants to hear of more offers, and no further airline has answered.
    fn tell(&mut self, unread: &Unread) -> Option<Event> {
        let mut ranked = rank(&unread.offers, self.markup_rate, self.sort);
        self.read += unread.offers.len();
        self.priced += ranked.len();
        ranked.truncate(self.wanted);
        self.wanted -= ranked.len();
        let has_more = !ranked.is_empty() || unread.airlines != self.airlines;
        self.airlines = unread.airlines;
        let bag_fares = BagFares::among(&unread.bag_fares);
        has_more.then(|| Event::OffersJson(convert::progress(&ranked, &bag_fares, unread.airlines)))
    }
}
