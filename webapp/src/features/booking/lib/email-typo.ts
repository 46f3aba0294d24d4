/** Where most travelers have their mail. Shorter names are left out: they have neighbors that exist, such as "gmx.at". */
const DOMAINS = [
  'gmail.com',
  'googlemail.com',
  'yahoo.com',
  'yahoo.co.uk',
  'hotmail.com',
  'hotmail.co.uk',
  'outlook.com',
  'live.com',
  'icloud.com',
  'proton.me',
  'orange.fr',
  'btinternet.com',
  'comcast.net',
]
/** Slips of one finger: a letter too many, one missing, one wrong, or two in the wrong order. */
const MOST_SLIPS = 1
/** One slip from a known domain, and domains of mail themselves. */
const NEIGHBORS = ['mail.com', 'email.com', 'ymail.com']

/** The address that was probably meant; null where this one looks right, or like no other. */
export function probableEmail(typed: string): string | null {
  const [, name, domain] = /^(.+)@([^@]+)$/.exec(typed.trim().toLowerCase()) ?? []
  if (!name || !domain || [...DOMAINS, ...NEIGHBORS].includes(domain)) return null
  const meant = DOMAINS.find((known) => slips(domain, known) <= MOST_SLIPS)
  return meant ? `${name}@${meant}` : null
}

/** Edits that make one text of the other, a swap of neighbors counted as one (optimal string alignment). */
function slips(one: string, other: string): number {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, column) => column)]
  const at = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY
  for (let row = 1; row <= one.length; row++) {
    rows[row] = [row]
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1]
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      rows[row]?.push(
        Math.min(
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
          at(row - 1, column - 1) + (isSame ? 0 : 1),
          isSwapped ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
  }
  return at(one.length, other.length)
}
