use money::Money;
use proto::search::v1::{FareCell, FareInsight, FareLookUps, SearchFlightsRequest, SearchNotice};
use service::{Fault, Problem, RequestContext};
use time::{Date, UtcOffset};

use super::{Search, convert, convert_fares};
use crate::domain::fare_dates::{
    Cell, Observation, Shape, compared_currency, date_pairs, insight, lowest, same_stay,
};
use crate::domain::{AnswerKey, Query};

/// Days before and after each date of a trip.
const SPAN: u8 = 3;
/// The longest stay: as long as flights are sold ahead, from yesterday on, as that is today somewhere.
const LONGEST_STAY: u16 = 363;

/// A trip, and what was seen of the dates around it.
pub(super) struct Trip<'a> {
    search: &'a Search,
    pub context: RequestContext,
    pub query: Query,
    today: Date,
}

impl<'a> Trip<'a> {
    pub fn read(
        search: &'a Search,
        context: RequestContext,
        request: Option<SearchFlightsRequest>,
    ) -> Result<Self, Problem> {
        let today = search.clock.now().date();
        let query = convert::asked(&request.unwrap_or_default(), today)?.query;
        Ok(Self { search, context, query, today })
    }

    /// The dates so many days before and after; 0 takes the usual span.
    pub fn around(&self, span: i32) -> Result<Vec<Query>, Problem> {
        let usual = if span == 0 { Some(SPAN) } else { u8::try_from(span).ok() };
        let span = usual.filter(|days| *days <= SPAN);
        let span = require(span, "span", "Please choose a span of 1 to 3 days")?;
        let is_one_way = self.query.return_on.is_none();
        Ok(self.dates(if is_one_way { Shape::Strip { span } } else { Shape::Grid { span } }))
    }

    /// The departures around that of the trip, with a stay of so many days; without it, with that of the trip.
    pub fn departures(&self, stay: Option<i32>) -> Result<Vec<Query>, Problem> {
        let read = |days: i64| u16::try_from(days).ok().filter(|days| *days <= LONGEST_STAY);
        let stay = match stay {
            Some(days) => Some(require(read(days.into()), "stay", "Please choose a stay of 0 to 363 days")?),
            None => self.query.return_on.and_then(|back| read((back - self.query.departure_on).whole_days())),
        };
        Ok(self.dates(Shape::Graph { stay }))
    }

    /// Each at the brand's price of now, with the lowest marked, and the currency in which it is the lowest.
    pub fn cells(&self, queries: Vec<Query>) -> (Vec<FareCell>, Option<String>) {
        let cells: Vec<_> = queries.into_iter().map(|query| self.cell(query)).collect();
        for seen_at in cells.iter().filter_map(|cell| cell.seen_at) {
            self.search.fares.count_shown(seen_at);
        }
        let mut told: Vec<_> = cells.iter().map(convert_fares::cell).collect();
        let currency = compared_currency(&cells, &self.query);
        for place in currency.map_or_else(Vec::new, |currency| lowest(&cells, currency)) {
            told[place].is_lowest = true;
        }
        (told, currency.map(|currency| currency.to_string()))
    }

    /// What its exact dates cost on earlier days and today, at the markup of now. The oldest first.
    pub fn history(&self) -> Vec<(Date, Money)> {
        let amount_of_day = |seen: Observation| {
            let amount = seen.cheapest?.sale_amount(self.context.markup_rate)?;
            Some((seen.seen_at.to_offset(UtcOffset::UTC).date(), amount))
        };
        self.search.fares.history(&self.key(self.query)).into_iter().filter_map(amount_of_day).collect()
    }

    pub fn insight(&self) -> Option<FareInsight> {
        let chosen = self.cell(self.query).amount()?;
        let amount = |query: Query| self.cell(query).amount();
        let dates: Vec<_> = same_stay(&self.query, self.today).into_iter().filter_map(amount).collect();
        let before_today = |(day, amount): (Date, Money)| (day < self.today).then_some(amount);
        let history: Vec<_> = self.history().into_iter().filter_map(before_today).collect();
        insight(chosen, &dates, &history).map(convert_fares::insight)
    }

    pub fn look_ups(&self) -> FareLookUps {
        if !self.can_be_booked() {
            return FareLookUps::default();
        }
        let RequestContext { mode, brand, .. } = &self.context;
        let look_ups = &self.search.look_ups;
        FareLookUps { allowed: look_ups.are_allowed(*mode), left: look_ups.left(*mode, brand) }
    }

    /// Why nothing is shown where no booking could have so many travellers.
    pub fn notice(&self) -> Option<SearchNotice> {
        self.query.travellers.impossible().map(convert::notice)
    }

    /// Of the trip itself. Nothing where no booking could have so many travellers.
    pub fn own_key(&self) -> Option<AnswerKey> {
        self.can_be_booked().then(|| self.key(self.query))
    }

    /// None where nothing is shown of dates, or where no booking could have so many travellers.
    fn dates(&self, shape: Shape) -> Vec<Query> {
        if !(self.search.fare_dates && self.can_be_booked()) {
            return Vec::new();
        }
        date_pairs(&self.query, shape, self.today)
    }

    /// Whether a booking could have so many travellers.
    fn can_be_booked(&self) -> bool {
        self.query.travellers.impossible().is_none()
    }

    fn cell(&self, query: Query) -> Cell {
        Cell::of(query, self.search.fares.get(&self.key(query)), self.context.markup_rate)
    }

    fn key(&self, query: Query) -> AnswerKey {
        AnswerKey { mode: self.context.mode, query }
    }
}

/// What was read of a field, or a sentence about it.
fn require<T>(read: Option<T>, field: &str, sentence: &str) -> Result<T, Problem> {
    read.ok_or_else(|| Problem::validation(vec![Fault::from(sentence).in_field(field)]))
}
