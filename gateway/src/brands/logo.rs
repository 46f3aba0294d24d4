//! Logos that were uploaded: kept by svc-brand in the record, served by the gateway as files of their own, so that no
//! page and no answer carries one.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;

/// An image that svc-brand has checked.
#[derive(Debug, Clone)]
pub(crate) struct Logo {
    pub content_type: &'static str,
    pub bytes: Bytes,
}

impl Logo {
    /// Reads a data URL of a raster image; nothing for what is none.
    pub fn of(url: &str) -> Option<Self> {
        let (kind, encoded) = url.strip_prefix("data:")?.split_once(";base64,")?;
        let kinds = ["image/png", "image/jpeg", "image/webp"];
        let content_type = kinds.into_iter().find(|known| *known == kind)?;
        Some(Self { content_type, bytes: STANDARD.decode(encoded).ok()?.into() })
    }
}

/// Where a version of a brand's logo is served.
pub(super) fn path(key: &str, version: i64) -> String {
    format!("/api/brands/{key}/logo?v={version}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_raster_images_are_served() {
        let check = |url: &str, expected: Option<&str>| {
            assert_eq!(Logo::of(url).map(|logo| logo.content_type), expected, "{url}");
        };
        check("data:image/png;base64,AAAA", Some("image/png"));
        check("data:image/svg+xml;base64,AAAA", None);
        check("data:text/html;base64,AAAA", None);
        check("data:image/png;base64,<svg>", None);
        check("/logo.png", None);
        check("", None);
    }
}
