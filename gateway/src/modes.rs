//! The system's mode, as svc-identity last told it: learnt from its event and, in case one was missed, by asking.

use std::time::Duration;

use money::MarkupRate;
use proto::identity::v1::GetModeRequest;
use proto::identity::v1::identity_service_client::IdentityServiceClient;
use service::{Mode, RequestContext};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;
use tonic::transport::Channel;
use uuid::Uuid;

/// How often svc-identity is asked: a missed event is made good within this time.
const INTERVAL: Duration = Duration::from_secs(5);
/// And as long as it has never answered.
const FIRST_INTERVAL: Duration = Duration::from_millis(250);

/// A mode and the version it came with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Known {
    pub mode: Mode,
    pub version: i64,
}

/// What is known of the mode. The last that was learnt holds while svc-identity is away.
#[derive(Debug)]
pub(crate) struct Modes(watch::Sender<Option<Known>>);

impl Modes {
    pub fn new() -> Self {
        Self(watch::Sender::new(None))
    }

    pub fn known(&self) -> Option<Mode> {
        self.0.borrow().map(|known| known.mode)
    }

    /// Takes a mode over unless a later one is known. Says whether anything changed.
    pub fn learn(&self, learnt: Known) -> bool {
        self.0.send_if_modified(|known| {
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
                Ok(answer) => {
                    let answer = answer.into_inner();
                    if answer.mode() != Mode::Unspecified {
                        self.learn(Known { mode: answer.mode(), version: answer.version });
                    }
                }
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

/// The context of calls that no visitor caused. Nothing they ask depends on mode, brand or markup.
pub(crate) fn background_context() -> RequestContext {
    RequestContext::new(
        Uuid::now_v7().to_string(),
        Mode::Test,
        crate::brands::DEFAULT_KEY.to_owned(),
        MarkupRate::parse(MarkupRate::DEFAULT).expect("the default rate is a rate"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_older_mode_never_replaces_a_newer_one() {
        let modes = Modes::new();
        modes.learn(Known { mode: Mode::Live, version: 2 });

        let changed = modes.learn(Known { mode: Mode::Test, version: 1 });

        assert!(!changed);
        assert_eq!(modes.known(), Some(Mode::Live));
    }
}
