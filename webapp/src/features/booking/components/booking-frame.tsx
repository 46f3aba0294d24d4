'use client'
import { type ReactNode, useEffect, useRef } from 'react'
import { Box, Container } from '@/components/ui/layout'
import { Stepper } from '@/components/ui/stepper'
import { focusStart } from '@/lib/focus-start'
import * as words from '@/messages/booking/flow'

const names = [words.passengersStep, words.seatsStep, words.paymentStep, words.confirmationStep]
export const CONFIRMATION = names.length - 1

/** Where in the booking the traveller is; the last step is the confirmation, a page of its own shape. */
export const BookingSteps = ({ current, onBack }: { current: number; onBack?: (step: number) => void }) => (
  <Stepper label={words.stepsLabel} steps={names} current={current} onBack={onBack} />
)

interface Props {
  step: number
  /** Goes back to an earlier step, while that is possible. */
  onBack?: (step: number) => void
  children: ReactNode
  /** Beside the step on large screens, under it elsewhere. */
  aside?: ReactNode
}

/** The step indicator and the two columns; what has nothing beside it stands in the middle of one. Another step takes the focus to its start, as another page would. */
export function BookingFrame({ step, onBack, children, aside }: Props) {
  const main = useRef<HTMLDivElement>(null)
  const before = useRef(step)

  useEffect(() => {
    if (before.current === step || !main.current) return
    before.current = step
    return focusStart(main.current)
  }, [step])

  return (
    <>
      <BookingSteps current={step} onBack={onBack} />
      <Container py={{ base: '5', lg: '8' }}>
        <Box
          display="grid"
          gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: aside ? 'minmax(0, 1fr) 22rem' : undefined }}
          gap={{ base: '6', lg: '8' }}
          alignItems="start"
        >
          <Box ref={main} tabIndex={-1} outline="none">
            {children}
          </Box>
          {aside}
        </Box>
      </Container>
    </>
  )
}
