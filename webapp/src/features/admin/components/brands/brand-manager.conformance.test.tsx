import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { notify } from '@/components/ui/toast/notify'
import { defaultBrand } from '@/config/default-brand'
import type { Brand, BrandRecord } from '@/lib/api/types'
import { setup } from '@/testing/render'
import { type Answers, type Fake, problem, serve } from '@/testing/server'
import { BrandManager } from './brand-manager'

const replace = vi.fn()
vi.mock('next/navigation', () => ({ usePathname: () => '/admin/brands', useRouter: () => ({ replace }) }))
vi.mock('@/components/ui/toast/notify', () => ({ notify: vi.fn() }))

const LIST = 'GET /api/admin/brands'
const CREATE = 'POST /api/admin/brands'
const BLUE = 'GET /api/admin/brands/blue'
const PUBLISH = 'PUT /api/admin/brands/blue'
const CHECK = 'POST /api/admin/themes/check'

const summary = (key: string, name: string) => ({
  key,
  name,
  primary: defaultBrand.theme.primary,
  secondary: defaultBrand.theme.secondary,
  markupRate: '0.23',
  version: 1,
  updatedAt: '2026-03-01T12:00:00Z',
})
const record = (domain: string, name: string, version = 1): BrandRecord => ({
  brand: { ...defaultBrand, domain, name, version },
  markupRate: '0.23',
  publicUrl: '',
  site: `https://${domain}.agency.example/`,
})
const history = (of: BrandRecord) => ({
  record: of,
  versions: Array.from({ length: of.brand.version }, (_, index) => ({
    version: of.brand.version - index,
    changedAt: '2026-03-01T12:00:00Z',
  })),
})
const passing = {
  color: 'text',
  label: 'Text on the page',
  ratio: '10.00',
  required: '4.50',
  passes: true,
  suggestion: '',
}
const usual = {
  [LIST]: [summary('default', 'Fareway'), summary('blue', 'Blue Skies')],
  'GET /api/admin/brands/default': history(record('default', 'Fareway')),
  [BLUE]: history(record('blue', 'Blue Skies')),
  [CHECK]: { theme: defaultBrand.theme, checks: [passing] },
}

const Preview = ({ brand }: { brand: Brand }) => <output>{`${brand.name} in ${brand.theme.primary}`}</output>

async function open<Asked extends string>(answers: Answers<Asked> = {}, name?: RegExp) {
  const calls = serve({ ...usual, ...answers })
  const { user } = setup(<BrandManager Preview={Preview} />)
  if (name) await user.click(await screen.findByRole('button', { name }))
  return { calls, user }
}

async function rename(user: Awaited<ReturnType<typeof open>>['user'], name: string) {
  const field = await screen.findByDisplayValue('Blue Skies')
  await user.clear(field)
  await user.type(field, name)
}

test('r021 brands are listed with their markup, and the default one stands open and cannot be deleted', async () => {
  await open()

  expect(await screen.findByRole('button', { name: /Blue Skies blue, 23% markup/ })).toBeVisible()
  expect(await screen.findByDisplayValue('Fareway')).toBeVisible()
  expect(screen.getByLabelText('Key')).toBeDisabled()
  expect(screen.queryByRole('button', { name: 'Delete brand' })).not.toBeInTheDocument()
})

test('r021 a changed brand is published whole with the version that it replaces, and told', async () => {
  let live = record('blue', 'Blue Skies')
  const { calls, user } = await open(
    {
      [BLUE]: () => history(live),
      [PUBLISH]: () => {
        live = record('blue', 'Bluer Skies', 2)
        return live
      },
    },
    /Blue Skies/,
  )
  await rename(user, 'Bluer Skies')
  const markup = screen.getByLabelText('Markup in percent')
  await user.clear(markup)
  await user.type(markup, '18.5')
  expect(screen.getByText('Unsaved changes')).toBeVisible()

  await user.click(screen.getByRole('button', { name: 'Publish' }))

  expect(await screen.findByText(/Version 2 of Bluer Skies is live\./)).toBeVisible()
  const sent = calls.find(({ method }) => method === 'PUT')?.body as BrandRecord
  expect(sent).toMatchObject({ brand: { name: 'Bluer Skies', version: 1 }, markupRate: '0.185' })
  await waitFor(() => expect(screen.queryByText('Unsaved changes')).not.toBeInTheDocument())
})

test('r021 a published change is undone by publishing the version before', async () => {
  let live = record('blue', 'A mistake', 2)
  const { calls, user } = await open(
    {
      [BLUE]: () => history(live),
      'GET /api/admin/brands/blue/versions/1': record('blue', 'Blue Skies', 1),
      [PUBLISH]: () => {
        live = record('blue', 'Blue Skies', 3)
        return live
      },
    },
    /Blue Skies/,
  )

  await user.click(await screen.findByRole('button', { name: 'Undo: back to version 1' }))

  expect(await screen.findByText(/Version 1 is live again, as version 3\./)).toBeVisible()
  expect(calls.find(({ method }) => method === 'PUT')?.body).toMatchObject({
    brand: { name: 'Blue Skies', version: 2 },
  })
})

test('r021 the button for a new brand stands above the list, which may still arrive while one presses', async () => {
  await open()
  const nav = screen.getByRole('navigation', { name: 'Brands' })
  await within(nav).findByRole('button', { name: /Blue Skies/ })

  expect(within(nav).getAllByRole('button')[0]).toHaveAccessibleName(/New brand/)
})

test('r021 a brand is made, and then it stands in the list', async () => {
  let brands = usual[LIST]
  const { calls, user } = await open(
    {
      [LIST]: () => brands,
      [CREATE]: () => {
        brands = [...brands, summary('sunline', 'Sunline Travel')]
        return Response.json(record('sunline', 'Sunline Travel'), { status: 201 })
      },
      'GET /api/admin/brands/sunline': history(record('sunline', 'Sunline Travel')),
    },
    /New brand/,
  )
  await user.type(await screen.findByLabelText('Name'), 'Sunline Travel')
  await user.type(screen.getByLabelText('Key'), 'sunline')

  await user.click(screen.getByRole('button', { name: 'Publish' }))

  expect(await screen.findByRole('button', { name: /Sunline Travel sunline/ })).toHaveAttribute('aria-current', 'true')
  expect(screen.getByRole('link', { name: 'Open the site' })).toHaveAttribute('href', 'https://sunline.agency.example/')
  expect(calls.find(({ path, method }) => method === 'POST' && path === '/api/admin/brands')?.body).toMatchObject({
    brand: { domain: 'sunline', name: 'Sunline Travel', version: 0 },
    markupRate: '0.23',
  })
  const said = screen.getByText(/^Version 1 of Sunline Travel is live\./).closest('[role=status]')
  await waitFor(() => expect(said).toHaveFocus())
  expect(notify).not.toHaveBeenCalled()
})

test('r021 the preview shows what is typed, and a shade that can be read is offered and taken', async () => {
  const failing = { ...passing, ratio: '2.81', passes: false, suggestion: '#757575' }
  const variables = [
    { name: '--brand-solid', value: '#00816a' },
    { name: '--brand-link', value: '#007a64' },
  ]
  const theme = { ...defaultBrand.theme, text: '#9a9a9a', variables }
  const { user } = await open({ [CHECK]: { theme, checks: [failing] } }, /Blue Skies/)
  await rename(user, 'Sky')

  expect(screen.getByText(/^Sky in/)).toBeVisible()
  expect(await screen.findByText('2.81:1, needs 4.50:1')).toBeVisible()
  expect(screen.getByText(/^Buttons use #00816a and links use #007a64/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Use #757575' }))

  expect(screen.getByLabelText('Text')).toHaveValue('#757575')
})

test('faults stand at their fields and in a summary that takes the focus', async () => {
  const errors = [{ field: 'brand.social.facebook', message: 'A link starts with https://.' }]
  const { user } = await open(
    { [PUBLISH]: problem(422, 'VALIDATION_ERROR', 'Check the fields', { errors }) },
    /Blue Skies/,
  )
  await rename(user, 'Sky')

  await user.click(screen.getByRole('button', { name: 'Publish' }))

  const summary = await screen.findByRole('group', { name: 'Not published' })
  await waitFor(() => expect(summary).toHaveFocus())
  expect(screen.getByLabelText(/^Facebook/)).toHaveAccessibleDescription(
    expect.stringContaining('A link starts with https://.'),
  )
})

test('who was slower is told so, and loads what holds now', async () => {
  let live = record('blue', 'Blue Skies')
  const { user } = await open(
    {
      [BLUE]: () => history(live),
      [PUBLISH]: problem(409, 'BRAND_CHANGED', 'Somebody else has published this brand.'),
    },
    /Blue Skies/,
  )
  await rename(user, 'Sky')
  await user.click(screen.getByRole('button', { name: 'Publish' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Somebody else has published this brand.')
  await waitFor(() => expect(screen.getByRole('alert')).toHaveFocus())
  expect(notify).not.toHaveBeenCalled()

  live = record('blue', 'Their name', 2)
  await user.click(screen.getByRole('button', { name: 'Load again' }))

  expect(await screen.findByDisplayValue('Their name')).toBeVisible()
})

test('r021 a brand is deleted after a question', async () => {
  let brands = usual[LIST]
  const { calls, user } = await open(
    {
      [LIST]: () => brands,
      'DELETE /api/admin/brands/blue': () => {
        brands = [summary('default', 'Fareway')]
        return { success: true, message: '' }
      },
    },
    /Blue Skies/,
  )
  await user.click(await screen.findByRole('button', { name: 'Delete brand' }))
  expect(calls.some(({ method }) => method === 'DELETE')).toBe(false)
  await user.click(await screen.findByRole('button', { name: 'Yes, delete brand' }))

  await waitFor(() => expect(screen.queryByRole('button', { name: /Blue Skies/ })).not.toBeInTheDocument())
  expect(await screen.findByDisplayValue('Fareway')).toBeVisible()
})

test('r021 a brand that travellers still need stays, and the dialog says what they have', async () => {
  const words = "This brand's travellers have 2 trips ahead, and could not open them without it."
  const { user } = await open({ 'DELETE /api/admin/brands/blue': problem(409, 'BRAND_HAS_TRIPS', words) }, /Blue Skies/)
  await user.click(await screen.findByRole('button', { name: 'Delete brand' }))

  await user.click(await screen.findByRole('button', { name: 'Yes, delete brand' }))

  const dialog = await screen.findByRole('alertdialog', { name: 'Delete Blue Skies?' })
  expect(await within(dialog).findByRole('alert')).toHaveTextContent(`Not deleted. ${words}`)
  await user.click(within(dialog).getByRole('button', { name: 'No, keep brand' }))
  expect(await screen.findByRole('button', { name: /Blue Skies/ })).toBeVisible()
})

test('r005 r021 another markup waits for the password, and is published once that was given', async () => {
  let isProved = false
  const refused = problem(401, 'REAUTH_REQUIRED', 'Please enter your password again to go on.')
  const { calls, user } = await open(
    {
      [PUBLISH]: () => (isProved ? record('blue', 'Blue Skies', 2) : refused),
      'POST /api/admin/login': () => {
        if (isProved) return { success: true, message: '' }
        isProved = true
        return problem(401, 'INVALID_CREDENTIALS', 'Invalid username or password')
      },
    },
    /Blue Skies/,
  )
  const markup = await screen.findByLabelText('Markup in percent')
  await user.clear(markup)
  await user.type(markup, '18')
  await user.click(screen.getByRole('button', { name: 'Publish' }))

  const dialog = await screen.findByRole('dialog', { name: 'Enter your password' })
  expect(dialog).toHaveTextContent('Please enter it again to publish the brand.')
  await user.type(within(dialog).getByLabelText('Password'), 'wrong')
  await user.click(within(dialog).getByRole('button', { name: 'Continue' }))
  expect(await within(dialog).findByText('That is not your password.')).toBeVisible()
  await user.click(within(dialog).getByRole('button', { name: 'Continue' }))

  expect(await screen.findByText(/Version 2 of Blue Skies is live\./)).toBeVisible()
  expect(calls.filter(({ method }) => method === 'PUT')).toHaveLength(2)
})

test('r021 a markup that rises or falls much is published only after a question with both prices', async () => {
  const { calls, user } = await open({ [PUBLISH]: record('blue', 'Blue Skies', 2) }, /Blue Skies/)
  const markup = await screen.findByLabelText('Markup in percent')
  await user.clear(markup)
  await user.type(markup, '999{Enter}')

  const name = 'Sell a fare of $500 for $5,495 instead of $615?'
  const dialog = await screen.findByRole('alertdialog', { name })
  expect(dialog).toHaveTextContent('Your markup goes from 23% to 999% for every traveler')
  await user.click(within(dialog).getByRole('button', { name: 'No, go back' }))
  await waitFor(() => expect(dialog).not.toBeInTheDocument())
  expect(calls.some(({ method }) => method === 'PUT')).toBe(false)

  await user.click(screen.getByRole('button', { name: 'Publish' }))
  await user.click(await screen.findByRole('button', { name: 'Yes, publish' }))
  expect(await screen.findByText(/Version 2 of Blue Skies is live\./)).toBeVisible()
  expect(calls.find(({ method }) => method === 'PUT')?.body).toMatchObject({ markupRate: '9.99' })
})

test('r021 an earlier version whose markup is far from the live one is restored only after the same question', async () => {
  let live = record('blue', 'A mistake', 2)
  const { calls, user } = await open(
    {
      [BLUE]: () => history(live),
      'GET /api/admin/brands/blue/versions/1': { ...record('blue', 'Blue Skies', 1), markupRate: '9.99' },
      [PUBLISH]: () => {
        live = { ...record('blue', 'Blue Skies', 3), markupRate: '9.99' }
        return live
      },
    },
    /Blue Skies/,
  )
  const undo = await screen.findByRole('button', { name: 'Undo: back to version 1' })
  await user.click(undo)

  const name = 'Sell a fare of $500 for $5,495 instead of $615?'
  const dialog = await screen.findByRole('alertdialog', { name })
  expect(dialog).toHaveTextContent(
    'Your markup goes from 23% to 999% for every traveler, as soon as you restore version 1.',
  )
  await waitFor(() => expect(dialog).toContainElement(document.activeElement as HTMLElement))
  await user.click(within(dialog).getByRole('button', { name: 'No, go back' }))
  await waitFor(() => expect(undo).toHaveFocus())
  expect(calls.some(({ method }) => method === 'PUT')).toBe(false)

  await user.click(undo)
  await user.click(await screen.findByRole('button', { name: 'Yes, restore' }))
  expect(await screen.findByText(/Version 1 is live again, as version 3\./)).toBeVisible()
  expect(calls.find(({ method }) => method === 'PUT')?.body).toMatchObject({
    brand: { version: 2 },
    markupRate: '9.99',
  })
})

test('r005 who does not give the password deletes nothing', async () => {
  const refused = problem(401, 'REAUTH_REQUIRED', 'Please enter your password again to go on.')
  const { calls, user } = await open({ 'DELETE /api/admin/brands/blue': refused }, /Blue Skies/)
  await user.click(await screen.findByRole('button', { name: 'Delete brand' }))
  await user.click(await screen.findByRole('button', { name: 'Yes, delete brand' }))

  const dialog = await screen.findByRole('dialog', { name: 'Enter your password' })
  expect(dialog).toHaveTextContent('Please enter it again to delete the brand.')
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  await user.click(await screen.findByRole('button', { name: 'No, keep brand' }))

  expect(calls.filter(({ method }) => method === 'DELETE')).toHaveLength(1)
  expect(screen.getByRole('button', { name: /Blue Skies/ })).toBeVisible()
})

test.each([401, 403])('r031 a visitor answered %i is sent home', async (status) => {
  await open({
    [LIST]: problem(status, 'FORBIDDEN', 'No'),
    'GET /api/admin/brands/default': problem(status, 'FORBIDDEN', 'No'),
  })

  await waitFor(() => expect(replace).toHaveBeenCalledWith('/'))
})

test('a list that cannot be loaded says so and can be tried again', async () => {
  let answer: Fake<typeof LIST> = problem(503, 'SERVICE_UNAVAILABLE', 'This service is not available right now.')
  serve({ ...usual, [LIST]: () => answer })
  const { user } = setup(<BrandManager Preview={Preview} />)
  const again = await screen.findByRole('button', { name: 'Try Again' })

  answer = usual[LIST]
  await user.click(again)

  expect(await screen.findByRole('button', { name: /Blue Skies/ })).toBeVisible()
})
