'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { copyText } from '@/components/ui/copy-text'
import { Icon } from '@/components/ui/icon'
import { Hidden, Text } from '@/components/ui/layout'
import type { AirlineCredit, BookingData } from '@/lib/api/types'
import { formatDayOfYear } from '@/lib/dates'
import * as words from '@/messages/trips/credits'
import { soleAirline, spelledOut } from '../lib/airlines'
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

interface Props {
  credits: readonly AirlineCredit[]
  slices: BookingData['slices']
}

/** What the airline gave in place of money, a box each; nothing where it gave none. */
export function AirlineCredits({ credits, slices }: Props) {
  const news = useNewCodes(credits)
  if (credits.length === 0) return null
  const airline = soleAirline(slices)?.name
  return (
    <section aria-label={words.list}>
      <h3>{words.heading({ count: credits.length })}</h3>
      {credits.map((credit, index) => (
        // A credit without a code has no name of its own.
        // biome-ignore lint/suspicious/noArrayIndexKey: the list only grows at its end
        <CreditFacts key={index} credit={credit} slices={slices} />
      ))}
      <Hidden role="status">{news}</Hidden>
      <Text mt="2" textStyle="sm" color="fg.muted">
        {airline ? words.redeem({ airline }) : words.redeemElsewhere}
      </Text>
    </section>
  )
}

/** What a reader is told of codes that came while the page was open. */
function useNewCodes(credits: readonly AirlineCredit[]) {
  const issued = credits.filter(({ code }) => code !== null).length
  const [atFirst] = useState(issued)
  return issued > atFirst ? words.codeIssued : ''
}

interface CreditProps {
  credit: AirlineCredit
  slices: BookingData['slices']
}

function CreditFacts({ credit: { holder, name, code, amount, issuedOn }, slices }: CreditProps) {
  return (
    <Credit>
      {holder && <Fact name={words.holder}>{holder}</Fact>}
      <dt>{words.code}</dt>
      <dd className="code">{code ? <CodeWithCopy code={code} holder={holder} /> : words.notIssued}</dd>
      {amount && <Fact name={words.amount}>{money(amount)}</Fact>}
      {/* Of the credit, not of its code: beside a code that is to come it would contradict it. */}
      {code && issuedOn && <Fact name={words.issuedOn}>{formatDayOfYear(issuedOn)}</Fact>}
      {name && <Fact name={words.kind}>{spelledOut(name, slices)}</Fact>}
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
        aria-label={holder ? words.copyCodeOf({ holder }) : words.copyCode}
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
