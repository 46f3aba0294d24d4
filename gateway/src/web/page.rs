use super::head::{Head, head};
use crate::brands::Brand;

/// Stands in the export where the answer's nonce belongs.
const NONCE: &str = "__CSP_NONCE__";
const HEAD_END: &str = "</head>";

/// A page of the export, cut at the places where something is written into each answer.
#[derive(Debug)]
pub(super) struct Page {
    /// Pieces between which the nonce stands, up to the end of the head.
    before: Vec<String>,
    /// And from there on.
    after: Vec<String>,
    pub script_hashes: String,
    /// Its policy lets in the card provider's own fields.
    pub takes_cards: bool,
    head: Head,
}

impl Page {
    pub fn new(html: &str, script_hashes: String, takes_cards: bool, head: Head) -> Self {
        let (before, after) = html.split_at(html.find(HEAD_END).unwrap_or(0));
        let pieces = |part: &str| part.split(NONCE).map(str::to_owned).collect();
        Self { before: pieces(before), after: pieces(after), script_hashes, takes_cards, head }
    }

    /// The page of a brand, for one answer.
    pub fn render(&self, brand: &Brand, nonce: &str) -> String {
        let mut html = self.before.join(nonce);
        html.push_str(&head(&self.head, &brand.record, nonce));
        html.push_str(&self.after.join(nonce));
        html
    }
}
