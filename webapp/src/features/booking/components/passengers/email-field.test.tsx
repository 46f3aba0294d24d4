import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { open } from '@/testing/booking-walk'

test('an address that looks like a slip is asked about once it is typed, and one press corrects it', async () => {
  const { user } = open()
  const email = await screen.findByLabelText('E-mail')
  await user.type(email, 'anna@gmial.com')
  expect(screen.queryByText(/Did you mean/)).toBeNull()
  await user.tab()

  await waitFor(() => expect(email).toHaveAccessibleDescription('Did you mean anna@gmail.com? Use this address'))
  await user.click(screen.getByRole('button', { name: 'Use this address' }))

  expect(email).toHaveValue('anna@gmail.com')
  expect(email).toHaveFocus()
  await waitFor(() => expect(screen.queryByText(/Did you mean/)).toBeNull())
})

test('the question waits for the end of the press that has left the field, so that the press counts', async () => {
  const { user } = open()
  const email = await screen.findByLabelText('E-mail')
  await user.type(email, 'anna@gmial.com')
  fireEvent.pointerDown(document.body)
  await act(async () => email.blur())
  expect(screen.queryByText(/Did you mean/)).toBeNull()

  fireEvent.pointerUp(document.body)

  expect(await screen.findByText(/Did you mean/)).toBeVisible()
})
