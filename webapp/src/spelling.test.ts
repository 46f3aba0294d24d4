import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname)

/** Asked for in these letters. */
const given = /"(Please enter a valid email address|Valid email is required for primary passenger)"/g
/** What nobody reads: notes for translators, and names in code (values, tags, keys and fields of the API). */
const unread = /"@\w+": "(?:[^"\\]|\\.)*"|\{\w+\}|<\/?\w+>|"\w+":|\b[a-z]+_\w+:/g
/** The same in the catalogues of the services. */
const unreadInMails = /^#.*|^[\w-]+ =|\$\w+/gm

/** Mails, itinerary and calendar of a trip speak as its pages do. */
const mailed = ['svc-booking', 'svc-brand', 'svc-identity', 'svc-payments', 'platform/mail'].map(
  (crate) => `../../${crate}/texts/en.ftl`,
)

function texts() {
  const files = (folder: string, ending: string) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith(ending) && !file.endsWith('.test.ts'))
      .map((file) => path.join(folder, file))
  const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
  return [
    ...[...files('../messages/en', '.json'), ...files('content', '.ts')].map((file) => ({
      file,
      text: read(file).replaceAll(given, '').replaceAll(unread, ''),
    })),
    ...mailed.map((file) => ({ file, text: read(file).replaceAll(unreadInMails, '') })),
  ]
}

test.each([
  ['nonstop', /non[- ]stop/gi],
  ['e-mail', /\bemails?\b/gi],
  ['cabin bag', /carry-?on|hand[- ](?:bag|luggage)|cabin baggage/gi],
  ['non-refundable', /\bnonrefundable|not refundable/gi],
  ['not changeable', /non-?changeable|unchangeable/gi],
  ['traveler', /travell(?:er|ing)/gi],
])('%s has one spelling in all texts', (_, variants) => {
  const found = texts().flatMap(({ file, text }) => [...text.matchAll(variants)].map(([word]) => `${file}: ${word}`))

  expect(found).toEqual([])
})
