//! Which images may be a logo. SVG may not: it is a document that can hold scripts.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

/// Decoded, in bytes. Every visitor of the brand loads it.
const LARGEST: usize = 200_000;

/// Empty, a path on the site, or a data URL of an image of the type that it names.
pub(super) fn is_logo(logo: &str) -> bool {
    match logo.strip_prefix("data:") {
        Some(image) => is_image(image),
        None => logo.is_empty() || is_path(logo),
    }
}

fn is_path(logo: &str) -> bool {
    let in_alphabet = |c: char| c.is_ascii_alphanumeric() || "-_./".contains(c);
    logo.len() <= 300 && logo.starts_with('/') && !logo.starts_with("//") && logo.chars().all(in_alphabet)
}

fn is_image(image: &str) -> bool {
    let Some((kind, encoded)) = image.split_once(";base64,") else { return false };
    // Four characters stand for three bytes. Text that is too long is not decoded.
    if encoded.len() > LARGEST.div_ceil(3) * 4 {
        return false;
    }
    STANDARD.decode(encoded).is_ok_and(|bytes| bytes.len() <= LARGEST && is_of_kind(kind, &bytes))
}

fn is_of_kind(kind: &str, bytes: &[u8]) -> bool {
    match kind {
        "image/png" => bytes.starts_with(b"\x89PNG\r\n\x1a\n"),
        "image/jpeg" => bytes.starts_with(b"\xff\xd8\xff"),
        "image/webp" => bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP"),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn data_url(kind: &str, bytes: &[u8]) -> String {
        format!("data:{kind};base64,{}", STANDARD.encode(bytes))
    }

    fn png(size: usize) -> Vec<u8> {
        let mut bytes = b"\x89PNG\r\n\x1a\n".to_vec();
        bytes.resize(size, 0);
        bytes
    }

    #[test]
    fn r012_a_logo_is_a_raster_image_of_limited_size_that_is_what_it_says() {
        let table = [
            (String::new(), true),
            ("/logo.png".to_owned(), true),
            ("//elsewhere.example/logo.png".to_owned(), false),
            ("https://elsewhere.example/logo.png".to_owned(), false),
            ("/logo.png\" onerror=\"x".to_owned(), false),
            (data_url("image/png", &png(100)), true),
            (data_url("image/png", &png(200_000)), true),
            (data_url("image/png", &png(200_001)), false),
            (data_url("image/png", &png(300_000)), false),
            (data_url("image/jpeg", b"\xff\xd8\xff\xe0"), true),
            (data_url("image/webp", b"RIFF\x04\0\0\0WEBP"), true),
            (data_url("image/jpeg", &png(100)), false),
            (data_url("image/png", b"<svg onload=alert(1)>"), false),
            (data_url("image/svg+xml", b"<svg/>"), false),
            (data_url("text/html", &png(100)), false),
            ("data:image/png;base64,not base64".to_owned(), false),
            ("data:image/png,".to_owned(), false),
        ];
        for (logo, accepted) in table {
            assert_eq!(is_logo(&logo), accepted, "{logo:.60}");
        }
    }
}
