'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { Card } from '@/components/ui/card'
import { CardTitle } from '@/components/ui/card-title'
import type { User } from '@/lib/api/types'
import { formatDayOfYear } from '@/lib/dates'

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
      <CardTitle>Profile</CardTitle>
      <Facts>
        {name && <Fact term="Name" value={name} />}
        <Fact term="Username" value={user.username} />
        <Fact term="E-mail" value={user.email} />
        <Fact term="Account created" value={formatDayOfYear(user.createdAt)} />
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
