import { useState } from 'react'
import { useSWRConfig } from 'swr'
import { abandonBooking, bookingKey } from '@/lib/api/bookings'

/** Goes no further at the bank: the page reads what became of the booking. */
export function useAbandoning(bookingId: string, onStopped: () => void) {
  const { mutate } = useSWRConfig()
  const [standing, setStanding] = useState<'open' | 'stopping' | 'unheard'>('open')
  const abandon = async () => {
    setStanding('stopping')
    try {
      await abandonBooking(bookingId)
      onStopped()
      await mutate(bookingKey(bookingId))
      setStanding('open')
    } catch (error) {
      console.warn('Bookings: a payment could not be stopped', error)
      setStanding('unheard')
    }
  }
  return { abandon, isStopping: standing === 'stopping', isUnheard: standing === 'unheard' }
}
