/// The last chunk of a PNG: no data, its name, and the checksum of the name (PNG, third edition, 11.2.5).
const PNG_END: &[u8] = b"\0\0\0\0IEND\xae\x42\x60\x82";
/// End of image (ITU-T T.81, B.1.1.3).
const JPEG_END: &[u8] = b"\xff\xd9";
/// `RIFF` and the size of what follows, in four bytes with the lowest first (RFC 9649, 2.3).
const RIFF_HEADER: usize = 8;

/// The kinds of images that are accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Png,
    Jpeg,
    WebP,
}

impl Kind {
    /// The kind of a media type.
    pub fn named(media_type: &str) -> Option<Self> {
        match media_type {
            "image/png" => Some(Self::Png),
            "image/jpeg" => Some(Self::Jpeg),
            "image/webp" => Some(Self::WebP),
            _ => None,
        }
    }

    /// Whether a file begins like one of this kind.
    pub fn begins(self, bytes: &[u8]) -> bool {
        match self {
            Self::Png => bytes.starts_with(b"\x89PNG\r\n\x1a\n"),
            Self::Jpeg => bytes.starts_with(b"\xff\xd8\xff"),
            Self::WebP => bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP"),
        }
    }

    /// Where the image of a file ends. A decoder may take a file that breaks off before its end.
    pub fn end(self, bytes: &[u8]) -> Option<usize> {
        let after = |at: usize, mark: &[u8]| at + mark.len();
        match self {
            Self::Png => places(bytes, PNG_END).next().map(|at| after(at, PNG_END)),
            // A thumbnail in the metadata has an end of its own.
            Self::Jpeg => places(bytes, JPEG_END).next_back().map(|at| after(at, JPEG_END)),
            Self::WebP => riff_size(bytes).and_then(|size| size.checked_add(RIFF_HEADER)),
        }
    }
}

/// The places where the mark stands.
fn places(bytes: &[u8], mark: &'static [u8]) -> impl DoubleEndedIterator<Item = usize> {
    bytes.windows(mark.len()).enumerate().filter(move |(_, window)| *window == mark).map(|(at, _)| at)
}

fn riff_size(bytes: &[u8]) -> Option<usize> {
    let size = bytes.get(4..RIFF_HEADER)?.try_into().ok()?;
    usize::try_from(u32::from_le_bytes(size)).ok()
}
