'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { Button } from '@/components/ui/button'
import { copyText } from '@/components/ui/copy-text'
import { Icon } from '@/components/ui/icon'
import { Text } from '@/components/ui/layout'
import type { AirlineCredit } from '@/lib/api/types'
import { formatDayOfYear } from '@/lib/dates'
import { money } from '../lib/refund'

const Credit = chakra('dl', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr)',
    alignItems: 'center',
    columnGap: '4',
    rowGap: '1',
    mt: '2',
    p: '4',
    bg: 'surface.inset',
    border: '1px solid {colors.line}',
    borderRadius: 'md',
    textStyle: 'sm',
    '& dt': { color: 'fg.muted' },
    '& dd': { color: 'ink', overflowWrap: 'anywhere' },
    '& .code': { display: 'flex', alignItems: 'center', gap: '2', minH: '11' },
    '& .code b': { letterSpacing: '0.06em', fontVariantNumeric: 'tabular-nums' },
  },
})

/** What the airline gave in place of money, a box each; nothing where it gave none. */
export function AirlineCredits({ credits }: { credits: readonly AirlineCredit[] }) {
  if (credits.length === 0) return null
  return (
    <section aria-label="Airline credits">
      <h3>{credits.length === 1 ? 'Airline credit' : 'Airline credits'}</h3>
      {credits.map((credit, index) => (
        // A credit without a code has no name of its own.
        // biome-ignore lint/suspicious/noArrayIndexKey: the list only grows at its end
        <CreditFacts key={index} credit={credit} />
      ))}
      <Text mt="2" textStyle="sm" color="fg.muted">
        Give the code to the airline when you book your next flight. Ask the airline when it expires.
      </Text>
    </section>
  )
}

function CreditFacts({ credit: { holder, name, code, amount, issuedOn } }: { credit: AirlineCredit }) {
  return (
    <Credit>
      {holder && <Fact name="For">{holder}</Fact>}
      <dt>Code</dt>
      <dd className="code">
        {code ? (
          <CodeWithCopy code={code} holder={holder} />
        ) : (
          "Not issued yet. We'll e-mail you when the airline issues it."
        )}
      </dd>
      {amount && <Fact name="Amount">{money(amount)}</Fact>}
      {issuedOn && <Fact name="Issued on">{formatDayOfYear(issuedOn)}</Fact>}
      {name && <Fact name="Kind">{name}</Fact>}
    </Credit>
  )
}

function CodeWithCopy({ code, holder }: { code: string; holder: string }) {
  return (
    <>
      <b>{code}</b>
      <Button
        variant="ghost"
        size="icon"
        aria-label={holder ? `Copy the credit code of ${holder}` : 'Copy the credit code'}
        onClick={() => void copyText(code)}
      >
        <Icon name="copy" />
      </Button>
    </>
  )
}

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
}
