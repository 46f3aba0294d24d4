'use client'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Text } from '@/components/ui/layout'
import { formatTotal } from '@/lib/money'
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
  const isOne = seats.length === 1
  const total = seatsTotal(seats)
  const list = seats.map(({ designator, passengerId }) => `${designator} for ${nameOf(passengerId)}`).join(', ')
  return (
    <Dialog
      isOpen
      role="alertdialog"
      onClose={onKeep}
      title={`Continue without your ${isOne ? 'seat' : 'seats'}?`}
      footer={
        <>
          <Button onClick={onKeep}>{isOne ? 'Keep the seat' : 'Keep the seats'}</Button>
          <Button variant="outline" onClick={onSkip}>
            Continue without seats
          </Button>
        </>
      }
    >
      <Text>
        You have chosen <strong>{list}</strong>.
      </Text>
      <Text color="fg.muted">
        Without {isOne ? 'it' : 'them'} the airline assigns seats
        {Number(total) > 0 && `, and your total is ${formatTotal(total, currency)} less`}.
      </Text>
    </Dialog>
  )
}
