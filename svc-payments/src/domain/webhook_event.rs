use super::dispute::Dispute;

/// What the provider reports. It is only a hint: the receiver reads the object itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WebhookEvent {
    /// The same for every delivery of one event.
    pub id: String,
    pub kind: String,
    pub livemode: bool,
    /// The intent that the event is about, directly or through a charge or refund.
    pub intent_id: Option<String>,
    /// The refund that the event is about.
    pub refund_id: Option<String>,
    /// Present where a dispute has begun, needs an answer anew (an inquiry that became a chargeback), or was decided.
    /// Only an administrator can act on it, on the provider's own pages.
    pub dispute: Option<Dispute>,
}
