//! Calls that a fault has stopped, so that a test can kill somebody in the middle of them.

use std::sync::Mutex;

use tokio::sync::Notify;

#[derive(Debug, Default)]
pub struct Waiting {
    calls: Mutex<Vec<&'static str>>,
    go_on: Notify,
}

impl Waiting {
    /// Waits until the calls are let go on.
    pub async fn stand(&self, operation: &'static str) {
        let go_on = self.go_on.notified();
        tokio::pin!(go_on);
        // From here on the call is in the list, and a reader of the list may release it at once.
        go_on.as_mut().enable();
        self.lock().push(operation);
        go_on.await;
    }

    /// The operations of the calls that stand.
    pub fn calls(&self) -> Vec<&'static str> {
        self.lock().clone()
    }

    pub fn let_go_on(&self) {
        self.lock().clear();
        self.go_on.notify_waiters();
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<&'static str>> {
        self.calls.lock().expect("noting doesn't panic")
    }
}
