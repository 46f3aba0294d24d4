'use client'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Text } from '@/components/ui/layout'
import { strong } from '@/components/ui/strong'
import { formatTotal } from '@/lib/money'
import * as words from '@/messages/booking/seats'
import * as lists from '@/messages/lib/lists'
import { type SeatChoice, seatsTotal } from '../../lib/seat-choices'

interface Props {
  seats: readonly SeatChoice[]
  nameOf: (passengerId: string) => string
  currency: string
  onKeep: () => void
  onSkip: () => void
}

/** Gives chosen seats back only once the traveler says so. */
export function SkipSeatsDialog({ seats, nameOf, currency, onKeep, onSkip }: Props) {
  const count = seats.length
  const total = seatsTotal(seats)
  const list = seats.map(({ designator, passengerId }) =>
    words.seatFor({ seat: designator, name: nameOf(passengerId) }),
  )
  return (
    <Dialog
      isOpen
      role="alertdialog"
      onClose={onKeep}
      title={words.skipTitle({ count })}
      footer={
        <>
          <Button onClick={onKeep}>{words.keep({ count })}</Button>
          <Button variant="outline" onClick={onSkip}>
            {words.continueWithout}
          </Button>
        </>
      }
    >
      <Text>{words.chosenSeats({ seats: list.join(lists.separator), strong })}</Text>
      <Text color="fg.muted">
        {Number(total) > 0
          ? words.assignedForLess({ count, amount: formatTotal(total, currency) })
          : words.assigned({ count })}
      </Text>
    </Dialog>
  )
}
