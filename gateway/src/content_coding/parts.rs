//! A body in gzip (RFC 1951, RFC 1952) of parts that were compressed before: what is the same in every answer is not
//! compressed for each.

use bytes::Bytes;
use flate2::{Compress, Compression, Crc, FlushCompress};

/// Deflate, without a name or a time, of no certain system.
const HEADER: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff];
/// A block that is not compressed, and not the last.
const PLAIN: u8 = 0;
/// The last block, with nothing in it.
const END: [u8; 5] = [1, 0, 0, 0xff, 0xff];

/// A text in whole blocks that refer to nothing before them.
#[derive(Debug)]
pub(crate) struct Part {
    blocks: Vec<u8>,
    crc: Crc,
}

impl Part {
    pub fn of(text: &[u8], effort: Compression) -> Self {
        // Room for a text that can't be compressed: nine bits for each byte, and what blocks need themselves.
        let mut blocks = Vec::with_capacity(text.len() + text.len() / 4 + 64);
        let mut deflate = Compress::new(effort, false);
        deflate.compress_vec(text, &mut blocks, FlushCompress::Sync).expect("memory is enough");
        debug_assert!(blocks.len() < blocks.capacity(), "with room left the last block is whole");
        blocks.shrink_to_fit();
        let mut crc = Crc::new();
        crc.update(text);
        Self { blocks, crc }
    }
}

/// A body under way.
#[derive(Debug)]
pub(crate) struct Gzip {
    body: Vec<u8>,
    crc: Crc,
}

impl Gzip {
    pub fn new() -> Self {
        Self { body: HEADER.to_vec(), crc: Crc::new() }
    }

    pub fn push(&mut self, part: &Part) {
        self.body.extend_from_slice(&part.blocks);
        self.crc.combine(&part.crc);
    }

    /// A text as it is: one too short to be worth the effort.
    pub fn push_plain(&mut self, text: &[u8]) {
        let length = u16::try_from(text.len()).expect("a short text");
        self.body.push(PLAIN);
        self.body.extend_from_slice(&length.to_le_bytes());
        self.body.extend_from_slice(&(!length).to_le_bytes());
        self.body.extend_from_slice(text);
        self.crc.update(text);
    }

    /// Returns what was pushed since the last call. A reader can decompress it at once.
    pub fn take(&mut self) -> Bytes {
        std::mem::take(&mut self.body).into()
    }

    pub fn finish(mut self) -> Bytes {
        self.body.extend_from_slice(&END);
        self.body.extend_from_slice(&self.crc.sum().to_le_bytes());
        self.body.extend_from_slice(&self.crc.amount().to_le_bytes());
        // It may be kept for long.
        self.body.shrink_to_fit();
        self.body.into()
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write;
    use std::io::Read;

    use flate2::read::GzDecoder;

    use super::*;

    fn read(body: &[u8]) -> String {
        let mut text = String::new();
        // It checks the sum and the length at the end too.
        GzDecoder::new(body).read_to_string(&mut text).unwrap();
        text
    }

    #[test]
    fn a_part_that_can_hardly_be_compressed_is_read_whole() {
        let mut text = String::new();
        for number in 0..20_000_u32 {
            write!(text, "{:08x}", number.wrapping_mul(2_654_435_761)).unwrap();
        }
        for effort in [Compression::fast(), Compression::default()] {
            let mut gzip = Gzip::new();
            gzip.push(&Part::of(text.as_bytes(), effort));
            gzip.push_plain(b"n0nce");

            assert_eq!(read(&gzip.finish()), format!("{text}n0nce"));
        }
    }

    #[test]
    fn parts_and_short_texts_are_read_as_one_text() {
        let long = "São Paulo to London, again and again. ".repeat(3_000);
        let parts =
            ["", "a", long.as_str(), ""].map(|text| Part::of(text.as_bytes(), Compression::default()));
        let mut gzip = Gzip::new();
        for part in &parts {
            gzip.push(part);
            gzip.push_plain(b"n0nce");
        }
        gzip.push_plain(b"");

        let body = gzip.finish();

        assert_eq!(read(&body), format!("n0ncean0nce{long}n0ncen0nce"));
        assert!(body.len() < long.len() / 50, "{} bytes", body.len());
    }
}
