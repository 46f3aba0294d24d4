import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { SubscribeForm } from '@/components/layout/subscribe-form'
import { GuestLinkForm } from '@/components/trip/guest-link-form'
import { setup } from '@/testing/render'
import { problem, serve } from '@/testing/server'
import { ContactForm } from './contact-form'
import { reasons } from './lib/reasons'
import { SupportForm } from './support-form'

vi.mock('next/navigation', () => ({ usePathname: () => '/', useRouter: () => ({}) }))

const ENQUIRIES = 'POST /api/enquiries'
const LINKS = 'POST /api/guest-links'
const taken = Response.json({ success: true, message: 'Thank you.' }, { status: 202 })
const away = problem(503, 'SERVICE_UNAVAILABLE', 'Please try again shortly.')
const flooded = problem(429, 'RATE_LIMITED', 'Too many requests. Please wait a moment.')

type User = ReturnType<typeof setup>['user']

async function fillContact(user: User) {
  await user.type(screen.getByLabelText('First name'), 'Maya')
  await user.type(screen.getByLabelText('Last name'), 'Okafor')
  await user.type(screen.getByLabelText('E-mail'), 'maya@traveller.example')
  await user.selectOptions(screen.getByLabelText('Reason'), 'billing')
  await user.type(screen.getByLabelText('Message'), 'Where is my receipt?')
  await user.click(screen.getByRole('checkbox'))
}

async function fillSupport(user: User) {
  await user.type(screen.getByLabelText('Name'), 'Maya Okafor')
  await user.type(screen.getByLabelText('E-mail'), 'maya@traveller.example')
  await user.type(screen.getByLabelText('Subject'), 'A seat')
  await user.type(screen.getByLabelText('Message'), 'May I have the window?')
}

const send = (user: User) => user.click(screen.getByRole('button', { name: 'Send message' }))

test('s025 r013 an address subscribes in the footer', async () => {
  const calls = serve({ [ENQUIRIES]: taken })
  const { user } = setup(<SubscribeForm />)

  await user.type(screen.getByLabelText('Fare news, twice a month'), 'maya@traveller.example')
  await user.click(screen.getByRole('button', { name: 'Subscribe' }))

  expect(await screen.findByText(/You're on the list/)).toBeVisible()
  expect(calls[0]?.body).toEqual({ kind: 'subscribe', email: 'maya@traveller.example' })
})

test('s025 a subscription that fails says so and keeps the address', async () => {
  serve({ [ENQUIRIES]: flooded })
  const { user } = setup(<SubscribeForm />)

  await user.type(screen.getByLabelText('Fare news, twice a month'), 'maya@traveller.example')
  await user.click(screen.getByRole('button', { name: 'Subscribe' }))

  expect(await screen.findByText(/not subscribed yet. There were too many requests/)).toBeVisible()
  expect(screen.getByLabelText('Fare news, twice a month')).toHaveValue('maya@traveller.example')
})

test('s178 r013 s203 a message of the contact page is sent', async () => {
  const calls = serve({ [ENQUIRIES]: taken })
  const { user } = setup(<ContactForm />)

  await fillContact(user)
  await send(user)

  expect(await screen.findByRole('status')).toHaveTextContent(
    'We’ve got your message. We aim to answer within 24 hours',
  )
  expect(calls[0]?.body).toEqual({
    kind: 'contact',
    name: 'Maya Okafor',
    email: 'maya@traveller.example',
    phone: '',
    reason: 'billing',
    bookingReference: '',
    message: 'Where is my receipt?',
    preferredContact: 'email',
    consents: true,
  })
})

test('s178 what the contact page asks for is named, and nothing is sent', async () => {
  const calls = serve({})
  const { user } = setup(<ContactForm />)

  await user.click(screen.getByRole('radio', { name: 'Reply by phone' }))
  await send(user)

  const asked = [
    'First name is required',
    'Last name is required',
    'Please enter a valid email address',
    'Please choose a reason',
    'Please enter a message',
    'Please check the box: we can reply only if we may store your message',
  ]
  for (const words of asked) expect(await screen.findByText(words)).toBeVisible()
  expect(screen.getByRole('checkbox')).toBeInvalid()
  expect(screen.getByRole('checkbox')).toHaveAccessibleDescription(/^Please check the box/)
  expect(screen.getByRole('link', { name: 'privacy policy' })).toHaveAttribute('href', '/privacy-policy')
  expect(calls).toEqual([])
})

test('s178 who wants to be called gives a number', async () => {
  const calls = serve({})
  const { user } = setup(<ContactForm />)

  await fillContact(user)
  await user.click(screen.getByRole('radio', { name: 'Reply by phone' }))
  await send(user)

  expect(await screen.findByText('Please enter the number we should call')).toBeVisible()
  expect(calls).toEqual([])
})

test('s179 the reasons are the seven of the agency', () => {
  expect(reasons.map(([value]) => value)).toEqual([
    'booking',
    'cancellation',
    'technical',
    'billing',
    'feedback',
    'partnership',
    'other',
  ])
})

test('s174 r013 s203 a message of the support page is sent', async () => {
  const calls = serve({ [ENQUIRIES]: taken })
  const { user } = setup(<SupportForm />)

  await fillSupport(user)
  await send(user)

  expect(await screen.findByRole('status')).toHaveTextContent('to maya@traveller.example')
  expect(calls[0]?.body).toMatchObject({ kind: 'support', subject: 'A seat', message: 'May I have the window?' })
})

test.each([
  ['the service is away', away, 'This service is not available right now. Please try again shortly.'],
  ['too many are sent', flooded, 'There were too many requests in a short time.'],
  ['nothing answers', () => Promise.reject(new TypeError('offline')), 'Please try again later.'],
])('s174 when %s, the form says so and keeps what was typed', async (_, answer, words) => {
  serve({ [ENQUIRIES]: answer })
  const { user } = setup(<SupportForm />)

  await fillSupport(user)
  await send(user)

  expect(await screen.findByRole('alert')).toHaveTextContent(`We couldn’t send your message. ${words}`)
  expect(screen.getByLabelText('Message')).toHaveValue('May I have the window?')
  expect(screen.getByLabelText('Subject')).toHaveValue('A seat')
})

test('s174 what the server refuses stands at its field', async () => {
  const errors = [{ field: 'subject', code: 'too_long', message: 'x' }]
  serve({ [ENQUIRIES]: problem(422, 'VALIDATION_ERROR', 'Please check the fields.', { errors }) })
  const { user } = setup(<SupportForm />)

  await fillSupport(user)
  await send(user)

  await waitFor(() => expect(screen.getByLabelText('Subject')).toHaveAccessibleDescription(/150 characters/))
  expect(screen.queryByText(/We couldn’t send your message/)).toBeNull()
})

test('s178 of several refused fields each is told once, at its place or else above the form', async () => {
  const errors = ['email.invalid', 'name.too_long', 'message.too_long'].map((fault) => {
    const [field, code] = fault.split('.')
    return { field, code, message: 'x' }
  })
  serve({ [ENQUIRIES]: problem(422, 'VALIDATION_ERROR', 'Please check the fields.', { errors }) })
  const { user } = setup(<ContactForm />)

  await fillContact(user)
  await send(user)

  expect(await screen.findByText(/150 characters/)).toHaveTextContent(/We couldn’t send your message/)
  expect(screen.getByLabelText('E-mail')).toHaveAccessibleDescription(/valid email address/)
  expect(screen.getByLabelText('Message')).toHaveAccessibleDescription(/4000 characters/)
})

test('s174 r010 s203 the look-up mails a link and says so', async () => {
  const calls = serve({ [LINKS]: Response.json({ message: 'A mail with a link is on its way.' }, { status: 202 }) })
  const { user } = setup(<GuestLinkForm action="Retrieve Booking" />)

  await user.type(screen.getByLabelText('Booking reference'), 'QX7RZP')
  await user.type(screen.getByLabelText('E-mail you booked with'), 'maya@traveller.example')
  await user.click(screen.getByRole('button', { name: 'Retrieve Booking' }))

  expect(await screen.findByRole('status')).toHaveTextContent('an e-\u2060mail with a link is on its way.')
  expect(calls[0]?.body).toEqual({ reference: 'QX7RZP', email: 'maya@traveller.example' })
})

test('the look-up repeats what was entered, and a slip is corrected without typing all of it again', async () => {
  serve({ [LINKS]: Response.json({ message: 'A mail with a link is on its way.' }, { status: 202 }) })
  const { user } = setup(<GuestLinkForm />)
  await user.type(screen.getByLabelText('Booking reference'), 'QX7RZP')
  await user.type(screen.getByLabelText('E-mail you booked with'), 'maya@exmaple.com')
  await user.click(screen.getByRole('button', { name: 'E-mail me a link' }))

  const answer = await screen.findByRole('status')
  expect(answer).toHaveTextContent('You entered QX7RZP and maya@exmaple.com.')
  await waitFor(() => expect(answer).toHaveFocus())
  await user.click(screen.getByRole('button', { name: 'Change it' }))

  const email = screen.getByLabelText('E-mail you booked with')
  expect(email).toHaveValue('maya@exmaple.com')
  expect(email).toHaveFocus()
})
