//! Logos that were uploaded: kept by svc-brand in the record, served by the gateway as files of their own, so that no
//! page and no answer carries one. Only what this process encoded itself is served.

use bytes::Bytes;
use logo::Upload;
use proto::brand::v1 as wire;

use super::Brand;

/// A PNG that was encoded here.
#[derive(Debug, Clone)]
pub(crate) struct Logo(Bytes);

impl Logo {
    pub fn png(&self) -> Bytes {
        self.0.clone()
    }

    /// Takes an uploaded logo out of a record, and leaves its address there. `known` is what was made of the brand
    /// before: one version is encoded once. A logo that can't be encoded is as good as none: records of earlier versions
    /// of this program were checked by their first bytes alone.
    pub async fn take(record: &mut wire::Brand, known: Option<&Brand>) -> Option<Self> {
        if !Upload::is_meant(&record.logo) {
            return None;
        }
        let uploaded = std::mem::take(&mut record.logo);
        let logo = match known.filter(|known| known.record.version == record.version) {
            Some(known) => known.logo.clone(),
            None => encode(&uploaded, &record.domain).await,
        };
        if logo.is_some() {
            record.logo = path(&record.domain, record.version);
        }
        logo
    }
}

async fn encode(uploaded: &str, key: &str) -> Option<Logo> {
    let encoded = async { Upload::parse(uploaded)?.encode().await };
    match encoded.await {
        Ok(png) => Some(Logo(png.into())),
        Err(unusable) => {
            tracing::warn!(brand.key = key, reason = ?unusable, "a brand is shown without its logo");
            None
        }
    }
}

/// Where a version of a brand's logo is served.
pub(super) fn path(key: &str, version: i64) -> String {
    format!("/api/brands/{key}/logo?v={version}")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A grey pixel.
    const PIXEL: &str = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==";

    fn record(logo: &str, version: i64) -> wire::Brand {
        wire::Brand { logo: logo.into(), domain: "blue".into(), version, ..Default::default() }
    }

    #[tokio::test]
    async fn an_uploaded_image_leaves_the_record_and_its_address_takes_its_place() {
        let mut record = record(PIXEL, 7);

        let logo = Logo::take(&mut record, None).await.unwrap();

        assert!(logo.png().starts_with(b"\x89PNG"));
        assert_eq!(record.logo, "/api/brands/blue/logo?v=7");
    }

    #[tokio::test]
    async fn r012_what_is_no_image_is_not_served() {
        for stored in [
            "data:image/svg+xml;base64,PHN2Zy8+",
            "data:text/html;base64,PHN2Zy8+",
            "data:image/png;base64,iVBORw0KGgo=",
            "data:image/png;base64,iVBORw0KGgo8c2NyaXB0PmFsZXJ0KDEpPC9zY3JpcHQ+",
        ] {
            let mut record = record(stored, 7);
            assert!(Logo::take(&mut record, None).await.is_none(), "{stored}");
            assert_eq!(record.logo, "", "{stored}");
        }
    }

    #[tokio::test]
    async fn a_path_stays_as_it_is() {
        for path in ["", "/logo.png"] {
            let mut record = record(path, 7);
            assert!(Logo::take(&mut record, None).await.is_none());
            assert_eq!(record.logo, path);
        }
    }

    #[tokio::test]
    async fn a_version_is_encoded_once() {
        let (mut first, mut again, mut next) = (record(PIXEL, 7), record(PIXEL, 7), record(PIXEL, 8));
        let logo = Logo::take(&mut first, None).await;
        let known = Brand { record: first, logo, ..Brand::built_in() };

        let kept = Logo::take(&mut again, Some(&known)).await.unwrap().png();
        let anew = Logo::take(&mut next, Some(&known)).await.unwrap().png();

        let png = known.logo.unwrap().png();
        assert_eq!((kept.as_ptr(), again.logo.as_str()), (png.as_ptr(), "/api/brands/blue/logo?v=7"));
        assert_ne!(anew.as_ptr(), png.as_ptr());
    }
}
