//! What each service that sells over the flight provider checks before real tickets are sold.

use proto::preflight::v1::{Line, Provider};
use service::SharedClock;
use service::preflight::{self, Check, Checks, bounded};

use crate::args::DuffelArgs;
use crate::client::Client;
use crate::error::Error;

const TOKEN: Check = Check::required("DUFFEL_LIVE_TOKEN", "Duffel's live token answers");

/// The live token, and the clock beside the provider's.
#[derive(Debug)]
pub struct LiveProvider {
    client: Option<Client>,
    clock: SharedClock,
    provider: Provider,
}

impl LiveProvider {
    /// `client` is the one of live mode, if there is one.
    pub fn new(args: &DuffelArgs, client: Option<Client>, clock: SharedClock) -> Self {
        Self { client, clock, provider: preflight::provider(args.live_provider()) }
    }

    /// The client of live mode, if there is one.
    pub fn client(&self) -> Option<Client> {
        self.client.clone()
    }

    /// Two lines by one read.
    pub async fn lines(&self) -> Vec<Line> {
        let Some(client) = self.client() else {
            let remedy = "Set DUFFEL_LIVE_TOKEN of svc-search, svc-offers and svc-booking.";
            return vec![TOKEN.failed("No live token is set.", remedy)];
        };
        let Some(answer) = bounded(async move { client.contact().await }).await else {
            return vec![TOKEN.unanswered()];
        };
        match answer {
            Err(error) => vec![refused(&error)],
            Ok(date) => {
                let token = TOKEN.passed("The provider takes the token, which is one of live mode.");
                vec![token, preflight::clock(self.clock.now(), date)]
            }
        }
    }
}

impl Checks for LiveProvider {
    fn live_provider(&self) -> Provider {
        self.provider
    }

    async fn check(&self) -> Vec<Line> {
        self.lines().await
    }
}

fn refused(error: &Error) -> Line {
    if error.is_of_our_account() || error.status == Some(401) {
        let remedy = "Set DUFFEL_LIVE_TOKEN to a token of live mode that may read and write.";
        return TOKEN.failed(format!("Duffel refuses the token: {error}."), remedy);
    }
    let remedy = "Check the network and Duffel's status page, and check again.";
    TOKEN.failed(format!("Duffel did not answer as it should: {error}."), remedy)
}
