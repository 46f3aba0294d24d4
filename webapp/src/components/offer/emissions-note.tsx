'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { AppLink } from '@/components/ui/app-link'
import { emissionsInWords } from '@/lib/emissions'
import { routes } from '@/lib/routes'
import * as words from '@/messages/lib/emissions'

const Root = chakra('details', {
  base: {
    mt: '2.5',
    textStyle: 'sm',
    '& summary': { display: 'list-item', minH: '6', cursor: 'pointer' },
    '& p': { mt: '1', textStyle: 'xs', color: 'fg.muted' },
  },
})

const aboutEmissions = (text: string) => (
  <AppLink prefetch={false} href={routes.emissions}>
    {text}
  </AppLink>
)

/** What the flights of an offer emit, and below it what that number counts. */
export function EmissionsNote({ kg }: { kg: number | null }) {
  return (
    <Root>
      <summary>{emissionsInWords(kg)}</summary>
      <p>{words.about({ link: aboutEmissions })}</p>
    </Root>
  )
}
