const REFERENCE_LENGTH = 8

/** The reference as the traveller reads it: the first 8 characters, in capitals. */
export const shortReference = (id: string) => id.slice(0, REFERENCE_LENGTH).toUpperCase()
