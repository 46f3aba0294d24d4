//! What is kept in memory, bounded by bytes: the provider's answers, and the pages made of them.

mod answers;
mod pages;

use service::{Mode, SharedClock};
use time::OffsetDateTime;

use crate::domain::AnswerKey;
use answers::Answers;
pub(crate) use pages::PageKey;
use pages::Pages;

#[derive(Debug)]
pub(crate) struct Cache {
    pub answers: Answers,
    pub pages: Pages,
}

impl Cache {
    pub fn new(bytes: u64, clock: SharedClock) -> Self {
        Self { answers: Answers::new(bytes / 2, clock), pages: Pages::new(bytes / 2) }
    }

    /// Drops the answers of an offer request: none of its offers can be sold any more. Their pages go unread from
    /// then on. Returns what was asked for with those answers, and when they came.
    pub async fn drop_request(&self, mode: Mode, request_key: &str) -> Vec<(AnswerKey, OffsetDateTime)> {
        self.answers.drop_request(mode, request_key).await
    }

    pub fn clear(&self) {
        self.answers.clear();
        self.pages.clear();
    }
}
