//! The system's mode, as svc-identity last told it: learnt from its event and, in case one was missed, by asking.

mod mode;

use std::time::Duration;

use proto::identity::v1::identity_service_client::IdentityServiceClient;
use proto::identity::v1::{GetModeRequest, GetModeResponse, ModeChanged};
use service::client::Channel;
use tokio::sync::watch;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::context::background_context;
use crate::problem::{ApiError, Code};

pub(crate) use mode::{Mode, UnspecifiedMode, expected};

/// How often svc-identity is asked: a missed event is made good within this time.
const INTERVAL: Duration = Duration::from_secs(5);
/// And as long as it has never answered.
const FIRST_INTERVAL: Duration = Duration::from_millis(250);
/// How long after its start the gateway lets requests wait for the first answer.
const START: Duration = Duration::from_secs(3);

/// A mode and the version it came with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Known {
    pub mode: Mode,
    pub version: i64,
}

impl TryFrom<GetModeResponse> for Known {
    type Error = UnspecifiedMode;

    fn try_from(answer: GetModeResponse) -> Result<Self, UnspecifiedMode> {
        Ok(Self { mode: answer.mode().try_into()?, version: answer.version })
    }
}

impl TryFrom<ModeChanged> for Known {
    type Error = UnspecifiedMode;

    fn try_from(changed: ModeChanged) -> Result<Self, UnspecifiedMode> {
        Ok(Self { mode: changed.mode().try_into()?, version: changed.version })
    }
}

/// What is known of the mode. The last that was learnt holds while svc-identity is away.
#[derive(Debug)]
pub(crate) struct Modes {
    last: watch::Sender<Option<Known>>,
    started: Instant,
}

impl Modes {
    pub fn new() -> Self {
        Self { last: watch::Sender::new(None), started: Instant::now() }
    }

    pub fn known(&self) -> Option<Mode> {
        self.last.borrow().map(|known| known.mode)
    }

    /// MODE_UNKNOWN before the first answer of svc-identity.
    pub fn require(&self) -> Result<Mode, ApiError> {
        let sentence = "The shop is not available right now. Please try again shortly.";
        self.known().ok_or_else(|| ApiError::new(Code::ModeUnknown, sentence))
    }

    /// As `known`, but a gateway that has just started waits: a request in its first moment is not told of the
    /// other mode's flights, nor that there are none.
    pub async fn settled(&self) -> Option<Mode> {
        if let Some(mode) = self.known() {
            return Some(mode);
        }
        let mut last = self.last.subscribe();
        let first = last.wait_for(Option::is_some);
        // Too late or never: then it is not known.
        let _first = tokio::time::timeout_at(self.started + START, first).await;
        self.known()
    }

    /// Takes a mode over unless a later one is known. Says whether anything changed.
    pub fn learn(&self, learnt: Known) -> bool {
        self.last.send_if_modified(|known| {
            let is_news = known.is_none_or(|known| known != learnt && known.version <= learnt.version);
            if is_news {
                *known = Some(learnt);
            }
            is_news
        })
    }

    /// Asks svc-identity again and again until `shutdown`.
    pub async fn poll(&self, mut identity: IdentityServiceClient<Channel>, shutdown: CancellationToken) {
        loop {
            match identity.get_mode(background_context().request(GetModeRequest {})).await {
                Ok(answer) => match Known::try_from(answer.into_inner()) {
                    Ok(known) => {
                        self.learn(known);
                    }
                    Err(error) => tracing::warn!(%error, "svc-identity's answer cannot be used"),
                },
                Err(status) => tracing::debug!(rpc.code = ?status.code(), "the mode could not be asked for"),
            }
            let pause = if self.known().is_some() { INTERVAL } else { FIRST_INTERVAL };
            tokio::select! {
                () = tokio::time::sleep(pause) => {}
                () = shutdown.cancelled() => return,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_request_in_the_first_moment_waits_for_the_mode_and_a_later_one_does_not() {
        let modes = Arc::new(Modes::new());
        let early = tokio::spawn({
            let modes = Arc::clone(&modes);
            async move { modes.settled().await }
        });
        tokio::task::yield_now().await;
        modes.learn(Known { mode: Mode::Live, version: 1 });
        assert_eq!(early.await.unwrap(), Some(Mode::Live));

        let modes = Modes::new();
        tokio::time::advance(START).await;
        let before = Instant::now();
        assert_eq!((modes.settled().await, before.elapsed()), (None, Duration::ZERO));
    }

    #[test]
    fn an_older_mode_never_replaces_a_newer_one() {
        let modes = Modes::new();
        modes.learn(Known { mode: Mode::Live, version: 2 });

        let changed = modes.learn(Known { mode: Mode::Test, version: 1 });

        assert!(!changed);
        assert_eq!(modes.known(), Some(Mode::Live));
    }
}
