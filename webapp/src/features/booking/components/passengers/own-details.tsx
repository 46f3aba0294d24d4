'use client'
import type { UseFormReturn } from 'react-hook-form'
import { Checkbox } from '@/components/ui/checkbox'
import { Box, Text } from '@/components/ui/layout'
import * as words from '@/messages/booking/passengers'
import { useOwnDetails } from '../../hooks/use-own-details'
import type { PassengerForm } from '../../lib/passenger-form'

/** The account's own name and address, ready to be changed. Guests see nothing. */
export function OwnDetails({ form }: { form: UseFormReturn<PassengerForm> }) {
  const { user, isUsed, use } = useOwnDetails(form)
  if (!user) return null
  return (
    <Box px={{ base: '4', md: '6' }} pt="4" mb={{ md: '-2' }}>
      <Checkbox label={words.ownDetails} checked={isUsed} onChange={use} />
      <Text ps="1.875rem" textStyle="xs" color="fg.muted">
        {words.ownDetailsHint}
      </Text>
    </Box>
  )
}
