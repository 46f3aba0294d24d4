import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { setup } from '@/testing/render'
import { type CardFields, cardProblems, emptyCard } from '../../lib/card'
import { CardFieldset } from './card-fieldset'

function Form({ filled }: { filled: Partial<CardFields> }) {
  const [card, setCard] = useState({ ...emptyCard, ...filled })
  return <CardFieldset card={card} problems={[]} isDisabled={false} onChange={setCard} />
}

async function open(filled: Partial<CardFields> = {}) {
  const { user } = setup(<Form filled={filled} />)
  const expiry = screen.getByLabelText<HTMLInputElement>('Expiry date')
  await user.click(expiry)
  return { user, expiry, code: screen.getByLabelText('Security code (CVV)') }
}

test('s131 the expiry date is one field that writes its slash and moves on to the code', async () => {
  const { user, expiry, code } = await open()
  expect(expiry).toHaveAttribute('placeholder', 'MM / YY')
  expect(expiry).toHaveAttribute('autocomplete', 'cc-exp')

  await user.keyboard('843')
  expect(expiry).toHaveValue('08 / 43')
  expect(code).toHaveFocus()
})

test('the habitual Tab after the date stays at the code, and the next one goes on', async () => {
  const { user, code } = await open()
  await user.keyboard('1243')
  await user.tab()
  expect(code).toHaveFocus()

  await user.keyboard('123')
  expect(code).toHaveValue('123')
  await user.tab()
  expect(screen.getByLabelText('Name on card')).toHaveFocus()
})

test('one Tab stays at the empty code and no second one, and Shift + Tab goes back at once', async () => {
  const { user, expiry, code } = await open()
  await user.keyboard('1243')
  await user.tab({ shift: true })
  expect(expiry).toHaveFocus()

  await user.tab()
  await user.tab()
  expect(screen.getByLabelText('Name on card')).toHaveFocus()

  await user.tripleClick(expiry)
  await user.keyboard('1144')
  await user.tab()
  expect(code).toHaveFocus()
  await user.tab()
  expect(screen.getByLabelText('Name on card')).toHaveFocus()
})

test('a date that is mended before a code that is typed keeps no Tab', async () => {
  const { user, code } = await open({ cvv: '123' })
  await user.keyboard('1243')
  expect(code).toHaveFocus()
  await user.tab()

  expect(screen.getByLabelText('Name on card')).toHaveFocus()
})

test('the whole year may be typed, and a date that is pasted moves on as well', async () => {
  const { user, expiry, code } = await open()
  await user.keyboard('12/204')
  expect(expiry).toHaveFocus()
  await user.keyboard('3')
  expect(expiry).toHaveValue('12 / 43')
  expect(code).toHaveFocus()

  await user.tripleClick(expiry)
  await user.paste('2044-11')
  expect(expiry).toHaveValue('11 / 44')
  expect(code).toHaveFocus()
})

test('a date that cannot be right is told at its end and keeps the focus; Backspace mends it over the slash', async () => {
  const { user, expiry, code } = await open()
  await user.keyboard('0821')
  expect(expiry).toHaveFocus()
  expect(expiry).toBeInvalid()
  expect(expiry).toHaveAccessibleDescription(/This card has expired\.$/)

  expect(screen.getByRole('alert')).toHaveTextContent(/This card has expired\.$/)

  await user.keyboard('{Backspace}{Backspace}{Backspace}')
  expect(expiry).toHaveValue('0')
  expect(expiry).toBeValid()
  await user.keyboard('943')
  expect(expiry).toHaveValue('09 / 43')
  expect(code).toHaveFocus()
})

test('s134 a date that is missing when the card is to be used is asked for at its field', () => {
  const problems = cardProblems(emptyCard, '2027-03-05')
  setup(<CardFieldset card={emptyCard} problems={problems} isDisabled={false} onChange={() => undefined} />)

  expect(screen.getByLabelText('Expiry date')).toHaveAccessibleDescription(
    'Please enter a valid expiration date. Type the month and the year as on your card.',
  )
})

test('the month of a whole date is mended in its place', async () => {
  const { user, expiry } = await open({ expiryMonth: '12', expiryYear: '43' })
  expiry.setSelectionRange(2, 2)
  await user.keyboard('{Backspace}1')

  expect(expiry).toHaveValue('11 / 43')
  expect(expiry.selectionStart).toBe(2)
  expect(expiry).toHaveFocus()
})

test('a month pasted over itself keeps both digits', async () => {
  const { user, expiry } = await open({ expiryMonth: '12' })
  await user.tripleClick(expiry)
  await user.paste('12')

  expect(expiry).toHaveValue('12 / ')
})

test('a browser that fills in the date leaves the focus where it is', async () => {
  const { user, expiry } = await open()
  const number = screen.getByLabelText('Card number')
  await user.click(number)
  fireEvent.input(expiry, { target: { value: '12/2043' } })

  expect(expiry).toHaveValue('12 / 43')
  expect(number).toHaveFocus()
})

test('a year pasted alone waits for its month, which is typed before it', async () => {
  const { user, expiry, code } = await open()
  await user.paste('2043')
  expect(expiry).toHaveValue(' / 43')
  expect(expiry).toBeValid()
  expect(expiry).toHaveFocus()

  await user.keyboard('08')
  expect(expiry).toHaveValue('08 / 43')
  await user.click(code)
  expect(expiry).toBeValid()
})

test('Backspace of a phone’s keyboard, which tells it as an insertion, goes back over the slash', async () => {
  const { expiry } = await open({ expiryMonth: '12' })
  fireEvent.input(expiry, { target: { value: '12 /' }, inputType: 'insertCompositionText' })

  expect(expiry).toHaveValue('1')
})
