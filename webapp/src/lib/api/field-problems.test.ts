import { expect, test } from 'vitest'
import { ApiError } from './error'
import { fieldProblems, reasonOfForm } from './field-problems'

const words = { 'name.required': 'Please enter your name' }
const refused = (...errors: object[]) =>
  ApiError.fromResponse(
    new Response(JSON.stringify({ code: 'VALIDATION_ERROR', message: 'Nein.', errors }), { status: 422 }),
  )

test('a field is told by its name and the rule it breaks, whatever the server says', async () => {
  const error = await refused(
    { field: 'people[1].name', code: 'required', message: 'Name fehlt' },
    { field: 'name', code: 'of_tomorrow', message: 'Etwas anderes' },
  )

  expect(fieldProblems(error, words, (field) => field.replace(/^.*\./, ''))).toEqual([
    { field: 'people[1].name', message: 'Please enter your name' },
    { field: 'name', message: 'Please check this entry.' },
  ])
})

test('a form that is refused is told by its first field, else by the code of the answer', async () => {
  const named = await refused({ field: 'name', code: 'required', message: 'x' })

  expect(reasonOfForm(named, words, 'Later.')).toBe('Please enter your name')
  expect(reasonOfForm(await refused(), words, 'Later.')).toBe('Please check what you entered.')
  expect(reasonOfForm(new TypeError('x'), words, 'Later.')).toBe('Later.')
})
