/// Whether a dump has a word in any case, or as the bytes of a column, which it shows in hexadecimal.
pub fn has_trace_of(word: &str, dump: &str) -> bool {
    let word = word.to_lowercase();
    // Without its first letter, which may be a capital.
    let bytes: Vec<_> = word.bytes().skip(1).map(|byte| format!("{byte:02x}")).collect();
    let dump = dump.to_lowercase();
    dump.contains(&word) || dump.contains(&bytes.concat())
}
