//! The content security policy of a page.

/// Scripts of our own and the page's inline ones by hash; styles of our own and those with this answer's nonce.
///
/// `style-src-attr` allows the style attributes that prerendered markup carries; they can't load or run anything.
pub(super) fn content_security_policy(script_hashes: &[String], nonce: &str) -> String {
    let scripts = script_hashes.iter().fold("'self'".to_owned(), |sources, hash| format!("{sources} {hash}"));
    [
        "default-src 'none'".to_owned(),
        format!("script-src {scripts}"),
        format!("style-src 'self' 'nonce-{nonce}'"),
        "style-src-attr 'unsafe-inline'".to_owned(),
        "img-src 'self' data:".to_owned(),
        "font-src 'self'".to_owned(),
        "connect-src 'self'".to_owned(),
        "manifest-src 'self'".to_owned(),
        "form-action 'self'".to_owned(),
        "base-uri 'none'".to_owned(),
        "frame-ancestors 'none'".to_owned(),
    ]
    .join("; ")
}
