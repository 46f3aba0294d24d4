/** Said in one way wherever names are spoken of. The payment step says it in short. */
export const NAMES_ARE_FIXED =
  'Airlines rarely change names after booking. Some correct a small spelling mistake, often for a fee.'
