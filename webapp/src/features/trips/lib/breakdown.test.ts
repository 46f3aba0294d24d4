import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { CancellationBreakdown } from '@/lib/api/types'
import * as words from '@/messages/trips/refund'
import { usd } from '@/testing/bookings'
import { wordOf } from './breakdown'

type Case = Omit<CancellationBreakdown['lines'][number], 'amount'> & { word: string }

const table: Case[] = JSON.parse(readFileSync('../svc-booking/src/email/line_words.json', 'utf8'))

test.each(table)('r037 page and mail have one word for $part, kept: $kept', ({ word, ...line }) => {
  expect(wordOf({ ...line, amount: usd('1.00') })).toBe(word)
})

const inSentence = (word: string) => word.charAt(0).toLowerCase() + word.slice(1)

test.each(table.filter(({ kept }) => kept))('r037 a sentence names $part that is kept by the same word', (line) => {
  expect(words.keptPart({ part: line.part, sum: '$1' })).toBe(`${inSentence(line.word)} $1`)
})
