import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname)

const CENTERED = 'a box centered by `translate`, alike in both directions'
/** Files whose left and right aren't those of reading. */
const drawn: Record<string, string> = {
  'components/offer/seat-chart.tsx': 'the cabin is drawn as it flies: seat A stays on the left',
  'components/offer/seat-mark.tsx': 'a part of the drawn seat',
  'components/ui/hop.tsx': 'points on a drawn path',
  'components/ui/toast/place.ts': 'names of the toast library’s options, alike on both sides',
  'components/ui/tooltip.tsx': CENTERED,
  'features/dates/components/bars.tsx': 'a mark below a drawn bar',
  'features/detail/components/timeline.tsx': CENTERED,
  'features/search/components/range-filters.tsx': CENTERED,
}

/** As a style property: a key (`ml:`) or an attribute (`ml="2"`, `ml={...}`). */
const SIDE =
  /(?<![\w.'"-])(?:[mp][lr]|left|right|(?:margin|padding|scrollMargin|scrollPadding)(?:Left|Right)|border(?:(?:Top|Bottom)?(?:Left|Right))\w*|rounded(?:Top|Bottom)?(?:Left|Right))(?::|=["{])/
const ALIGNED = /(?:textAlign|float|clear)\b.*(['"])(?:left|right)\1/
/** Titles of the passenger form. */
const TITLE = /\bmr: (?:'male'|words\.mr)/

const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !/^(?:testing|messages)\/|\.d\.ts$/.test(file),
)

const COMMENT = /^\s*(?:\/\/|\/?\*)/

const isStyle = (line: string) => !TITLE.test(line) && !COMMENT.test(line)
const isPhysical = (line: string) => isStyle(line) && (SIDE.test(line) || ALIGNED.test(line))

const physicalLines = (file: string) =>
  readFileSync(path.join(root, file), 'utf8')
    .split('\n')
    .flatMap((line, index) => (isPhysical(line) ? [`${file}:${index + 1} ${line.trim()}`] : []))

test('styles follow the direction of reading: start and end, never left and right', () => {
  const wrong = sources.filter((file) => !(file in drawn)).flatMap(physicalLines)

  expect(wrong).toEqual([])
})

test('no exception to the direction of reading has become needless', () => {
  const needless = Object.keys(drawn).filter((file) => physicalLines(file).length === 0)

  expect(needless).toEqual([])
})

test.each([
  "ml: 'auto',",
  '<Text pl="4">',
  '<Box right={{ base: 0 }}>',
  "borderTopLeftRadius: 'lg'",
  "textAlign: 'left'",
])('the rule of the direction of reading knows %s', (line) => expect(isPhysical(line)).toBe(true))

test.each(["ms: 'auto',", 'textAlign="start"', 'for (let left = days; left > 0; left -= 1)', "sides.includes('left')"])(
  'the rule of the direction of reading lets %s pass',
  (line) => expect(isPhysical(line)).toBe(false),
)
