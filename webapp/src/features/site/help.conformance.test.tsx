import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { faqCategories } from '@/content/faq'
import { topics } from '@/content/support'
import { setup } from '@/testing/render'
import { ContactPage } from './contact-page'
import { FaqPage } from './faq-page'
import { SupportPage } from './support-page'

vi.mock('next/navigation', () => ({ usePathname: () => '/', useRouter: () => ({}) }))

const kinds = ['Booking', 'Payment', 'Cancellations', 'Changes', 'Travel', 'Account']
const found = () => screen.getByRole('region', { name: 'Answers found' })

test.each([
  ['/faq', FaqPage],
  ['/support', SupportPage],
  ['/contact', ContactPage],
])('r026 %s has one heading and no marks of its texts', (_, Page) => {
  setup(<Page />)

  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
  expect(document.body).not.toHaveTextContent(/[{}[\]]/)
})

test.each([
  ['/faq', FaqPage],
  ['/support', SupportPage],
  ['/contact', ContactPage],
])('r026 no heading of %s skips a level, nor does a search', async (path, Page) => {
  const { user } = setup(<Page />)
  if (path !== '/contact') await user.type(screen.getByLabelText('Search for an answer'), 'card{Enter}')

  const levels = screen.getAllByRole('heading').map(({ tagName }) => Number(tagName.slice(1)))
  const skips = levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1)
  expect(levels[0]).toBe(1)
  expect(skips).toEqual([])
})

test('s177 six kinds of questions, five of each, one open at a time', async () => {
  const { user } = setup(<FaqPage />)

  expect(screen.getAllByRole('tab').map((tab) => tab.textContent?.trim())).toEqual(kinds)
  expect(faqCategories.map(({ questions }) => questions.length)).toEqual([5, 5, 5, 5, 5, 5])
  const [first, second] = within(screen.getByRole('tabpanel')).getAllByRole('button')
  await user.click(first as HTMLElement)
  await user.click(second as HTMLElement)
  expect(first).toHaveAttribute('aria-expanded', 'false')
  expect(second).toHaveAttribute('aria-expanded', 'true')
  await user.click(second as HTMLElement)
  expect(second).toHaveAttribute('aria-expanded', 'false')
})

test('s177 who still needs help is led to the form and the phone', () => {
  setup(<FaqPage />)

  expect(screen.getByRole('heading', { name: 'Still Need Help?' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Contact us' })).toHaveAttribute('href', '/contact')
  expect(screen.getByRole('link', { name: /1-800/ })).toHaveAttribute('href', 'tel:18005550142')
})

test('s177 a link opens the category that it names', () => {
  window.location.hash = '#changes'
  setup(<FaqPage />)

  expect(screen.getByRole('tab', { name: 'Changes' })).toHaveAttribute('aria-selected', 'true')
  window.location.hash = ''
})

test('s176 a search finds questions and answers of all categories, whatever the case', async () => {
  const { user } = setup(<FaqPage />)

  await user.type(screen.getByLabelText('Search for an answer'), 'REFUND{Enter}')

  expect(
    within(found())
      .getAllByRole('heading', { level: 2 })
      .map((title) => title.textContent),
  ).toEqual(['Cancellations'])
  expect(within(found()).getByRole('button', { name: 'When do refunds arrive?' })).toBeVisible()
})

test('s176 a blank search finds nothing, and no silence either', async () => {
  const { user } = setup(<FaqPage />)

  await user.click(screen.getByRole('button', { name: 'Search' }))

  expect(within(found()).queryAllByRole('button')).toEqual([])
  expect(within(found()).getByRole('status')).toHaveTextContent('Type a word to search for.')
})

test('s174 r013 the search of the support page searches the answers', async () => {
  const { user } = setup(<SupportPage />)

  await user.type(screen.getByLabelText('Search for an answer'), 'passport')
  await user.click(screen.getByRole('button', { name: 'Search' }))

  expect(within(found()).getByRole('button', { name: 'How long does my passport need to be valid?' })).toBeVisible()
})

test('s174 the support page has six answers, a form, and the way to a booking', async () => {
  const { user } = setup(<SupportPage />)

  expect(within(screen.getByRole('tabpanel')).getAllByRole('button')).toHaveLength(6)
  await user.click(screen.getByRole('tab', { name: 'Contact Us' }))
  expect(screen.getByRole('tabpanel')).toHaveTextContent('support@fareway.example')
  expect(screen.getByRole('tabpanel')).toHaveTextContent('Mon-Fri 9am-6pm EST')
  await user.click(screen.getByRole('tab', { name: 'My Bookings' }))
  expect(screen.getByRole('button', { name: 'Retrieve Booking' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Log In' })).toHaveAttribute('href', '/login')
  expect(screen.getByRole('link', { name: 'My Trips' })).toHaveAttribute('href', '/my-trips')
})

test('s175 popular topics are three groups of four, each with an answer behind it', () => {
  setup(<SupportPage />)

  expect(topics.map(({ links }) => links.length)).toEqual([4, 4, 4])
  for (const { label, href } of topics.flatMap(({ links }) => [...links])) {
    expect(screen.getByRole('link', { name: label })).toHaveAttribute('href', href)
    const category = /^\/faq#(.+)$/.exec(href)?.[1]
    if (category) expect(faqCategories.map(({ id }) => id)).toContain(category)
  }
})

test('s178 c010 the contact page says how to reach people, and when', () => {
  setup(<ContactPage />)

  for (const words of [
    'help@fareway.example',
    'support@fareway.example',
    '1-800-555-0142',
    'Mon-Fri 9am-6pm EST',
    '210 Harbor Street, Boston, MA 02210',
  ])
    expect(document.body).toHaveTextContent(words)
  expect(screen.getByRole('link', { name: 'All questions and answers' })).toHaveAttribute('href', '/faq')
})

test('s182 the answers say what travellers plan by', () => {
  const answers = JSON.stringify(faqCategories)

  for (const fact of [
    'Two hours before a domestic',
    'three before an international',
    'six months',
    '24 to 48 hours',
    'About 11 months before departure',
  ])
    expect(answers).toContain(fact)
})
