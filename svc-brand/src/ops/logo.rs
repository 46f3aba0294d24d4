use logo::Upload;
use service::{Fault, Problem};

use crate::domain::brand::Brand;
use crate::domain::logo::is_site_file;
use crate::domain::text::Logo;

const NOT_A_SITE_FILE: &str = "A logo's path is that of an image file of the site, such as /logos/blue.png. \
                               Please choose a file to upload instead.";

/// Returns the brand as it is published: an uploaded logo is encoded anew, a path is one of an image file of the site.
pub(super) async fn encoded(brand: Brand) -> Result<Brand, Problem> {
    let logo = brand.logo.as_str();
    if Upload::is_meant(logo) {
        let logo = encode(logo).await.map_err(fault)?;
        return Ok(Brand { logo, ..brand });
    }
    if logo.is_empty() || is_site_file(logo) { Ok(brand) } else { Err(fault(NOT_A_SITE_FILE.to_owned())) }
}

async fn encode(upload: &str) -> Result<Logo, String> {
    let upload = Upload::parse(upload).map_err(|unusable| unusable.to_string())?;
    let png = upload.encode().await.map_err(|unusable| unusable.to_string())?;
    Logo::try_from(logo::data_url(&png)).map_err(|invalid| invalid.to_string())
}

fn fault(message: String) -> Problem {
    Problem::validation(vec![Fault::from(message).in_field("brand.logo")])
}
