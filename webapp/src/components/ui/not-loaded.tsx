import type { ReactNode } from 'react'
import * as failureWords from '@/messages/lib/failures'
import { BusyButton } from './busy-button'
import { Card } from './card'
import { Text } from './layout'

interface Props {
  isTrying: boolean
  retry: () => void
  /** What is missing, and why where that is known. */
  children?: ReactNode
}

/** In the place of a part of the page whose script could not be fetched. It is small: it comes with the page itself. */
export const NotLoaded = ({ isTrying, retry, children = failureWords.partNotLoaded }: Props) => (
  <Card padded>
    <Text mb="3" role="alert">
      {children}
    </Text>
    <BusyButton variant="outline" isBusy={isTrying} onClick={retry}>
      {isTrying ? failureWords.trying : failureWords.tryAgain}
    </BusyButton>
  </Card>
)
