//! What may stand for a logo. SVG may not be uploaded: it is a document that can hold scripts.

use logo::Upload;

/// Of image files that a site shows by a path.
const EXTENSIONS: [&str; 6] = ["png", "jpg", "jpeg", "webp", "svg", "ico"];

/// Empty, a path on the site, or a data URL that names a raster image and begins like one. Holds for what is stored, so
/// that a record from before a stricter rule can still be read.
pub(super) fn is_logo(logo: &str) -> bool {
    if Upload::is_meant(logo) { Upload::parse(logo).is_ok() } else { logo.is_empty() || is_path(logo) }
}

fn is_path(logo: &str) -> bool {
    let in_alphabet = |c: char| c.is_ascii_alphanumeric() || "-_./".contains(c);
    logo.len() <= 300 && logo.starts_with('/') && !logo.starts_with("//") && logo.chars().all(in_alphabet)
}

/// Whether a path names an image among the site's own files, written out: no step up, nothing hidden, no answer of the
/// API.
pub fn is_site_file(path: &str) -> bool {
    let Some(names) = path.strip_prefix('/').filter(|_| is_path(path)) else { return false };
    let has_extension =
        |name: &str| name.rsplit_once('.').is_some_and(|(_, extension)| EXTENSIONS.contains(&extension));
    names.split('/').all(|name| !name.is_empty() && !name.starts_with('.'))
        && names.rsplit('/').next().is_some_and(has_extension)
        && !names.starts_with("api/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r012_a_stored_logo_is_a_path_or_begins_like_the_raster_image_that_it_says() {
        let table = [
            ("", true),
            ("/logo.png", true),
            ("//elsewhere.example/logo.png", false),
            ("https://elsewhere.example/logo.png", false),
            ("/logo.png\" onerror=\"x", false),
            ("data:image/png;base64,iVBORw0KGgo=", true),
            ("data:image/jpeg;base64,iVBORw0KGgo=", false),
            ("data:image/svg+xml;base64,PHN2Zy8+", false),
            ("data:text/html;base64,iVBORw0KGgo=", false),
            ("data:image/png;base64,not base64", false),
        ];
        for (logo, accepted) in table {
            assert_eq!(is_logo(logo), accepted, "{logo:.60}");
        }
    }

    #[test]
    fn r012_a_path_names_an_image_file_of_the_site_and_nothing_else() {
        for path in
            ["/logo.png", "/logos/blue-2.webp", "/brands/blue/logo.v2.svg", "/favicon.ico", "/apis/a.jpg"]
        {
            assert!(is_site_file(path), "{path}");
        }
        for path in [
            "",
            "/",
            "logo.png",
            "https://elsewhere.example/logo.png",
            "//elsewhere.example/logo.png",
            "/\\elsewhere.example/logo.png",
            "\\\\elsewhere.example\\logo.png",
            "/../logo.png",
            "/logos/../logo.png",
            "/logos/./logo.png",
            "/logos//logo.png",
            "/%2e%2e/logo.png",
            "/.hidden.png",
            "/logo.png/",
            "/logo.png?size=large",
            "/logo.png#top",
            "/logo",
            "/logo.html",
            "/logo.png.js",
            "/api/auth/logout",
            "/api/brands/red/logo.png",
            "/logo .png",
            "/logo.png\n",
            "/logo.png\"onerror=\"x",
            "javascript:alert(1)",
            "file:///logo.png",
        ] {
            assert!(!is_site_file(path), "{path:?}");
        }
    }
}
