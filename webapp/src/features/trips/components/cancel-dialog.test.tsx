import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Notice } from '@/components/ui/notice'
import { bookedBag, booking, breakdown, fareKept, lines, nonRefundable, quote, tripData, usd } from '@/testing/bookings'
import { onPhone } from '@/testing/media'
import { setup } from '@/testing/render'
import { problem } from '@/testing/server'
import { ask, away, CANCEL, failing, LIST, notify, open, pressTwice, QUOTE } from '@/testing/trips-walk'
import { slotRecipes } from '@/theme/recipes'

test('r037 Try Again of a quote is one button before, while and after it asks', async () => {
  const { answer, fail } = failing()
  const { user } = await ask({ [QUOTE]: answer })

  await pressTwice(user, fail)
})

test('s160 r037 c011 before anything is cancelled the question shows the money', async () => {
  const { dialog } = await ask({ [QUOTE]: quote() })

  expect(dialog).toHaveAccessibleName('Cancel New York to London?')
  expect(
    within(dialog).getByText('Are you sure you want to cancel this booking? This action cannot be undone.'),
  ).toBeInTheDocument()
  expect(await within(dialog).findByText(/Fees may apply, as shown/)).toBeInTheDocument()
  const terms = within(dialog).getAllByRole('term')
  expect(terms.map((term) => `${term.textContent} ${term.nextSibling?.textContent}`)).toEqual([
    'Paid $1,338.50',
    'Not refunded −$525',
    'The airline keeps $398.40',
    'Our booking fee $126.60',
    'Refund to your card $813.50',
    'From the airline $700',
    'Our booking fee $113.50',
  ])
})

test('bag06 the question names what seats and bags cost as a part of what was paid, and promises nothing of it', async () => {
  const { dialog } = await ask({ [QUOTE]: quote({ extras: usd('204.50') }) })
  const line = await within(dialog).findByText('Including seats and bags')

  expect(line.nextSibling).toHaveTextContent('$204.50')
  expect(line.parentElement?.previousSibling).toHaveTextContent('Paid$1,338.50')
})

test.each([
  ['seats', { seats: [{ segment_id: 'seg_1', designator: '15A', passenger_id: 'pas_1' }], bags: [] }],
  ['bags', { seats: [], bags: [bookedBag()] }],
])('where only %s were bought the question names no other part', async (bought, data) => {
  const { user } = open([booking({ data })], { [QUOTE]: quote({ extras: usd('58.50') }) })
  await user.click(await screen.findByRole('button', { name: /^Cancel/ }))
  const line = await within(await screen.findByRole('alertdialog')).findByText(`Including ${bought}`)

  expect(line.nextSibling).toHaveTextContent('$58.50')
})

test('r037 where the airline pays nothing back the question says so and why, and lists no sum of nothing', async () => {
  const conditions = { ...tripData().conditions, refund_before_departure: nonRefundable }
  const lost = quote({
    fareRefund: usd('0.00'),
    refund: usd('240.10'),
    fee: usd('1098.40'),
    breakdown: fareKept(),
  })
  const { user } = open([booking({ data: { conditions } })], { [QUOTE]: lost })
  await user.click(await screen.findByRole('button', { name: /^Cancel/ }))
  const dialog = await screen.findByRole('alertdialog')

  expect(
    await within(dialog).findByText(
      'This fare is non-refundable, so the airline keeps $1,098.40. The airline names no credit for this cancellation. If it tells us of one later, we show it with this trip.',
    ),
  ).toBeVisible()
  expect(within(dialog).getByText(/^All amounts are for the whole booking\./)).toBeVisible()
  expect(dialog).not.toHaveTextContent('Fees may apply, as shown.')
  const terms = within(dialog).getAllByRole('term')
  expect(terms.map((term) => `${term.textContent} ${term.nextSibling?.textContent}`)).toEqual([
    'Paid $1,338.50',
    'Not refunded −$1,098.40',
    'Fare $800',
    'Taxes $243.90',
    'Seats $54.50',
    'Refund to your card $240.10',
    'Our booking fee $240.10',
  ])
})

test('where the airline names a credit, the question does not say that it names none', async () => {
  const conditions = { ...tripData().conditions, refund_before_departure: nonRefundable }
  const credited = quote({ refundTo: 'airline_credits', breakdown: breakdown({ credit: usd('100.00') }) })
  const { user } = open([booking({ data: { conditions } })], { [QUOTE]: credited })
  await user.click(await screen.findByRole('button', { name: /^Cancel/ }))
  const dialog = await screen.findByRole('alertdialog')

  expect(await within(dialog).findByText(/so the airline keeps \$398\.40\./)).toBeVisible()
  expect(dialog).not.toHaveTextContent('names no credit')
})

const allBack = quote({
  refund: usd('1338.50'),
  fee: usd('0.00'),
  breakdown: breakdown({
    lines: lines(false, { fare: '800.00', taxes: '243.90', seats: '54.50', service_fee: '240.10' }),
    kept: usd('0.00'),
    keptByAirline: usd('0.00'),
    refunded: usd('1338.50'),
  }),
})

test('r037 where all comes back of a fare that was sold with a fee, the question says both, for the whole booking', async () => {
  const { dialog } = await ask({ [QUOTE]: allBack })

  const notice = await within(dialog).findByText(
    /^The airline asks no fee for this cancellation now\. The fare was sold as “Refundable, \$525 fee”\. All amounts are for the whole booking\./,
  )
  const { container } = setup(<Notice tone="warning">x</Notice>)
  expect(notice.parentElement?.querySelector('path')).not.toEqual(container.querySelector('path'))
  expect(dialog).not.toHaveTextContent(/Fees may apply|to cancel this fare|The airline keeps|Not refunded/)
})

test('r037 where all comes back of a fare that was sold without a fee, no rule is spoken of', async () => {
  const free = { allowed: true, penalty_amount: '0.00', penalty_currency: 'USD' }
  const conditions = { ...tripData().conditions, refund_before_departure: free }
  const { user } = open([booking({ data: { conditions } })], { [QUOTE]: allBack })
  await user.click(await screen.findByRole('button', { name: /^Cancel/ }))
  const dialog = await screen.findByRole('alertdialog')

  expect(
    await within(dialog).findByText(/^No cancellation fee\. All amounts are for the whole booking\./),
  ).toBeVisible()
  expect(dialog).not.toHaveTextContent('sold as')
})

test('r037 a voucher is named as one, and its sum goes with the cancellation as it was shown', async () => {
  const { dialog, user, calls } = await ask({
    [CANCEL]: { success: true, message: 'Done', ...refunded },
    [QUOTE]: quote({
      refundTo: 'voucher',
      refund: usd('0.00'),
      fee: usd('638.50'),
      breakdown: breakdown({
        lines: lines(true, { airline: '398.40', service_fee: '240.10' }),
        kept: usd('638.50'),
        refunded: usd('0.00'),
        credit: usd('700.00'),
      }),
    }),
  })

  expect(await within(dialog).findByText('Airline voucher')).toBeInTheDocument()
  expect(within(dialog).queryByText(/business days/)).not.toBeInTheDocument()
  await user.click(within(dialog).getByRole('button', { name: 'Yes, Cancel Booking' }))
  const sent = calls.find(({ method }) => method === 'POST')
  expect(sent?.body).toEqual({ refund: usd('0.00'), credit: usd('700.00') })
})

test('r037 an airline credit is no charge: it stands beside the refund, and the dialog says what it is', async () => {
  const credited = breakdown({
    lines: lines(false, { service_fee: '122.10' }),
    kept: usd('0.00'),
    keptByAirline: usd('0.00'),
    refunded: usd('122.10'),
    credit: usd('590.90'),
  })
  const sums = { paid: usd('713.00'), refund: usd('122.10'), fee: usd('0.00') }
  const { dialog } = await ask({ [QUOTE]: quote({ refundTo: 'airline_credits', ...sums, breakdown: credited }) })

  const label = await within(dialog).findByText('Airline credit')
  expect(label.parentElement).toHaveTextContent(/^Airline credit\$590\.90$/)
  expect(dialog).not.toHaveTextContent('−')
  expect(dialog).toHaveTextContent(
    'Airline credit: $590.90. The airline gives you airline credit for its flights instead of a refund to your card.',
  )
})

test('s160 No keeps the booking', async () => {
  const { dialog, user, calls } = await ask({ [QUOTE]: quote() })

  await user.click(within(dialog).getByRole('button', { name: 'No, Keep Booking' }))

  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([])
})

test('s160 on a phone keeping the booking comes first and is the easy one', async () => {
  onPhone()
  const { dialog } = await ask({ [QUOTE]: quote() })
  await within(dialog).findByText('Refund to your card')

  const [, keep, cancel] = within(dialog).getAllByRole('button')
  expect([keep, cancel].map((button) => button?.textContent)).toEqual(['No, Keep Booking', 'Yes, Cancel Booking'])
  expect(slotRecipes.dialog.base?.footer).toMatchObject({ flexDirection: { base: 'column' } })
})

const refunded = { refund: usd('813.50'), refundTo: 'card', credit: null, breakdown: breakdown() }

test('s161 a cancelled trip moves to its tab, and the page says what comes back', async () => {
  let record = booking()
  const { dialog, user, calls } = await ask({
    [LIST]: () => [record],
    [QUOTE]: quote(),
    [CANCEL]: () => {
      record = booking({ status: 'cancelled' })
      return { success: true, message: 'Done', ...refunded }
    },
  })

  await waitFor(() => expect(within(dialog).getByRole('button', { name: 'Yes, Cancel Booking' })).toBeEnabled())
  await user.click(within(dialog).getByRole('button', { name: 'Yes, Cancel Booking' }))

  expect(await screen.findByRole('tab', { name: 'Cancelled 1' })).toBeInTheDocument()
  const outcome = await screen.findByText('New York to London is cancelled.')
  expect(outcome.parentElement).toHaveTextContent('$813.50 goes back to your card. Expect it by')
  expect(
    screen.getByText(/^Not refunded: \$525 \(the airline keeps \$398\.40, our booking fee \$126\.60\)/),
  ).toBeVisible()
  await waitFor(() =>
    expect(notify).toHaveBeenCalledWith({
      type: 'success',
      title: 'Booking cancelled',
      description: 'Your booking has been successfully cancelled.',
    }),
  )
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ refund: usd('813.50'), credit: null })
})

test.each([
  [
    'the server gives a reason',
    problem(503, 'PROVIDER_UNAVAILABLE', 'x'),
    'We can’t reach the airline right now. Please try again in a moment.',
  ],
  ['it gives none', new Response('', { status: 500 }), 'Something went wrong. Please try again.'],
])('s162 r019 a cancellation fails and %s', async (_, answer, words) => {
  const { dialog, user } = await ask({ [QUOTE]: quote(), [CANCEL]: answer })

  await waitFor(() => expect(within(dialog).getByRole('button', { name: 'Yes, Cancel Booking' })).toBeEnabled())
  await user.click(within(dialog).getByRole('button', { name: 'Yes, Cancel Booking' }))

  expect(await within(dialog).findByRole('alert')).toHaveTextContent(`Cancellation failed. ${words}`)
  await waitFor(() =>
    expect(notify).toHaveBeenCalledWith({ type: 'error', title: 'Cancellation failed', description: words }),
  )
})

test('r037 what pays back less by now is shown again, and not cancelled unseen', async () => {
  let offered = quote()
  const { dialog, user } = await ask({
    [QUOTE]: () => offered,
    [CANCEL]: () => {
      offered = quote({ refund: usd('400.00') })
      return problem(409, 'REFUND_CHANGED', 'What cancelling pays back has just changed. Please look at it again.')
    },
  })

  await waitFor(() => expect(within(dialog).getByRole('button', { name: 'Yes, Cancel Booking' })).toBeEnabled())
  await user.click(within(dialog).getByRole('button', { name: 'Yes, Cancel Booking' }))

  expect(await within(dialog).findByRole('alert')).toHaveTextContent(/^The refund has changed. .*has just changed/)
  expect(notify).not.toHaveBeenCalled()
  expect(await within(dialog).findByRole('button', { name: 'Yes, Cancel Booking' })).toBeEnabled()
  expect((await within(dialog).findAllByText(/\$400/)).length).toBeGreaterThan(0)
})

test('what the airline does not cancel here leaves a phone number and no button', async () => {
  const refused = problem(409, 'NOT_CANCELLABLE', "This booking can't be cancelled here. Please call us.")
  const { dialog, user } = await ask({ [QUOTE]: quote(), [CANCEL]: refused })
  await waitFor(() => expect(within(dialog).getByRole('button', { name: 'Yes, Cancel Booking' })).toBeEnabled())

  await user.click(within(dialog).getByRole('button', { name: 'Yes, Cancel Booking' }))

  expect(await within(dialog).findByRole('alert')).toHaveTextContent('can’t be cancelled here')
  expect(within(dialog).getByRole('link', { name: /\d/ })).toHaveAttribute('href', expect.stringMatching(/^tel:/))
  expect(within(dialog).queryByRole('button', { name: 'Yes, Cancel Booking' })).not.toBeInTheDocument()
})

test('r037 without a quote there is a phone number and no button', async () => {
  const { dialog } = await ask({ [QUOTE]: quote({ available: false, refund: null, fee: null, breakdown: null }) })

  expect(await within(dialog).findByText(/cannot be cancelled online/)).toBeInTheDocument()
  expect(within(dialog).getByRole('link', { name: /\d/ })).toHaveAttribute('href', expect.stringMatching(/^tel:/))
  expect(within(dialog).queryByRole('button', { name: 'Yes, Cancel Booking' })).not.toBeInTheDocument()
})

test('a quote that cannot be read cancels nothing and can be asked for again', async () => {
  const { dialog, user, calls } = await ask({ [QUOTE]: away })
  expect(await within(dialog).findByRole('alert')).toHaveTextContent('nothing has been cancelled')
  expect(within(dialog).getByRole('button', { name: 'Yes, Cancel Booking' })).toHaveAttribute('aria-disabled', 'true')
  const before = calls.length

  await user.click(within(dialog).getByRole('button', { name: 'Try Again' }))

  await waitFor(() => expect(calls.length).toBeGreaterThan(before))
})

test('what comes back and what does not is read out once the airline has answered', async () => {
  const { dialog } = await ask({ [QUOTE]: quote({ refund: usd('218.20'), fee: usd('972.80') }) })

  const said = () =>
    within(dialog)
      .getAllByRole('status')
      .map(({ textContent }) => textContent)
  await waitFor(() => expect(said()).toContain('Refund to your card: $218.20. Not refunded: $972.80.'))
})
