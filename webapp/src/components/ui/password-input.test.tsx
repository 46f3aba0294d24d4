import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setup } from '@/testing/render'
import { Field } from './field'
import { PasswordInput } from './password-input'

test('what is typed as a password is shown on request, and hidden again', async () => {
  const { user } = setup(
    <Field label="Password" error="Too short">
      <PasswordInput autoComplete="new-password" />
    </Field>,
  )
  const field = screen.getByLabelText('Password')
  expect(field).toHaveAttribute('type', 'password')
  expect(field).toHaveAccessibleDescription('Too short')
  await user.type(field, 'Maya-2027')

  const button = screen.getByRole('button', { name: 'Show password' })
  expect(button).toHaveAccessibleDescription('Password')
  await user.click(button)
  expect(field).toHaveAttribute('type', 'text')
  expect(field).toHaveValue('Maya-2027')
  await user.click(screen.getByRole('button', { name: 'Hide password' }))
  expect(field).toHaveAttribute('type', 'password')
})
