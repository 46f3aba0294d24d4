'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { AppLink } from '@/components/ui/app-link'
import { Icon } from '@/components/ui/icon'
import { emissionsInWords } from '@/lib/emissions'
import { routes } from '@/lib/routes'
import * as words from '@/messages/lib/emissions'

const Root = chakra('details', {
  base: {
    mt: '2.5',
    textStyle: 'sm',
    // In line with the terms of the fare above it.
    '& summary': {
      display: 'flex',
      gap: '3',
      minH: '6',
      listStyle: 'none',
      cursor: 'pointer',
      '&::-webkit-details-marker': { display: 'none' },
      // An arrow beside a number would say that it is high or low, and a color that it is good or bad.
      '& svg': { mt: '0.5' },
    },
    '& p': { mt: '1', ps: '7', textStyle: 'xs', color: 'fg.muted' },
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
      <summary>
        <Icon name="info" size="sm" />
        {emissionsInWords(kg)}
      </summary>
      <p>{words.about({ link: aboutEmissions })}</p>
    </Root>
  )
}
