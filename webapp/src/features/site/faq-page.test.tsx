import { ChakraProvider } from '@chakra-ui/react/styled-system'
import { screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { faqCategories } from '@/content/faq'
import { BrandProvider } from '@/providers/brand-provider'
import { setup } from '@/testing/render'
import { system } from '@/theme/system'
import { FaqPage } from './faq-page'

vi.mock('next/navigation', () => ({ usePathname: () => '/faq', useRouter: () => ({}) }))

const all = faqCategories.flatMap(({ questions }) => questions)

test('each question and its answer stand in the page before any script has run', () => {
  const page = document.createElement('div')
  page.innerHTML = renderToString(
    <ChakraProvider value={system}>
      <BrandProvider>
        <FaqPage />
      </BrandProvider>
    </ChakraProvider>,
  )

  for (const { question } of all) expect(page).toHaveTextContent(question)
  expect([...page.querySelectorAll('.answer')].filter(({ textContent }) => textContent)).toHaveLength(all.length)
})

test('one category is seen at a time', async () => {
  const { user } = setup(<FaqPage />)
  await user.click(screen.getByRole('tab', { name: 'Travel' }))

  expect(screen.getAllByRole('tabpanel')).toHaveLength(1)
  expect(screen.getByRole('tabpanel', { name: 'Travel' })).toBeVisible()
  expect(screen.getByRole('tab', { selected: true })).toHaveAttribute('aria-controls', screen.getByRole('tabpanel').id)
})
