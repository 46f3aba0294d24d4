'use client'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { Hidden } from '@/components/ui/layout'
import * as words from '@/messages/booking/seats'
import { useTrip } from '../../hooks/booking-contexts'

/** The way to the step before. It is short: from tablets on it shares its line with two ways on. */
export function BackToPassengers() {
  const { go } = useTrip()
  return (
    <Button variant="ghost" me={{ md: 'auto' }} onClick={() => go('passengers')}>
      <Icon name="arrow-left" size="sm" />
      {words.back({ hidden: (text) => <Hidden>{text}</Hidden> })}
    </Button>
  )
}
