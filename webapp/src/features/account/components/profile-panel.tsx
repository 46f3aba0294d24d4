'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { Card } from '@/components/ui/card'
import { CardTitle } from '@/components/ui/card-title'
import type { User } from '@/lib/api/types'
import { formatDayOfYear } from '@/lib/dates'
import * as words from '@/messages/account/settings'
import * as fieldWords from '@/messages/components/fields'

const Facts = chakra('dl', {
  base: {
    mt: '4',
    '& > div': {
      display: 'grid',
      gridTemplateColumns: { base: 'minmax(0, 1fr)', sm: '12rem minmax(0, 1fr)' },
      py: '3',
      borderTop: '1px solid {colors.line}',
    },
    '& dt': { color: 'fg.muted' },
    '& dd': { color: 'ink', fontWeight: 'medium', overflowWrap: 'anywhere' },
  },
})

export function ProfilePanel({ user }: { user: User }) {
  const name = `${user.firstName} ${user.lastName}`.trim()
  return (
    <Card padded>
      <CardTitle>{words.profile}</CardTitle>
      <Facts>
        {name && <Fact term={words.name} value={name} />}
        <Fact term={fieldWords.username} value={user.username} />
        <Fact term={fieldWords.email} value={user.email} />
        <Fact term={words.created} value={formatDayOfYear(user.createdAt)} />
      </Facts>
    </Card>
  )
}

function Fact({ term, value }: { term: string; value: string }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{value}</dd>
    </div>
  )
}
