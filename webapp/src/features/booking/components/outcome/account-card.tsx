'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { AppLink } from '@/components/ui/app-link'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { CardTitle } from '@/components/ui/card-title'
import { copyText } from '@/components/ui/copy-text'
import { Icon } from '@/components/ui/icon'
import { Row, Stack, Text } from '@/components/ui/layout'
import { routes } from '@/lib/routes'
import * as words from '@/messages/booking/confirmation'
import * as fieldWords from '@/messages/components/fields'
import type { AccountInfo } from '../../api/create-booking'

const Details = chakra('dl', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'auto 1fr',
    gap: '0.5rem 1.25rem',
    gridRow: { md: '1 / 3' },
    gridColumn: { md: '2' },
    p: '4',
    bg: 'surface.inset',
    border: '1px solid {colors.line}',
    borderRadius: 'md',
    textStyle: 'sm',
    '& dt': { color: 'fg.muted' },
    '& dd': {
      color: 'ink',
      fontFamily: 'ui-monospace, "SF Mono", Menlo, monospace',
      fontWeight: 'medium',
      overflowWrap: 'anywhere',
    },
  },
})

/** What it is on the left, what to write down on the right; on a phone one under the other. */
const sideBySide = {
  display: 'grid',
  gap: { base: '4', md: '1rem 2rem' },
  alignItems: 'start',
  gridTemplateColumns: { base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
} as const

/** The account that the booking made. The password is in this one answer and nowhere else. */
export function AccountCard({ account: { username, password, email } }: { account: AccountInfo }) {
  const text = words.accountCopy({ username, password, email })
  return (
    <Card as="section" padded aria-labelledby="new-account" {...sideBySide}>
      <Stack gap="3">
        <Row flexWrap="wrap">
          <CardTitle id="new-account">{words.accountTitle}</CardTitle>
          <Badge variant="success">
            <Icon name="check" />
            {words.accountCreated}
          </Badge>
        </Row>
        <Text textStyle="sm">{words.passwordOnce}</Text>
      </Stack>
      <Details>
        <dt>{fieldWords.username}</dt>
        <dd>{username}</dd>
        <dt>{fieldWords.password}</dt>
        <dd>{password}</dd>
        <dt>{fieldWords.email}</dt>
        <dd>{email}</dd>
      </Details>
      <Button justifySelf="start" variant="secondary" onClick={() => void copyText(text)}>
        <Icon name="copy" size="sm" />
        {words.copyAccount}
      </Button>
    </Card>
  )
}

const linkTo = (href: string) => (text: string) => <AppLink href={href}>{text}</AppLink>

/**
 * In its place where the password is not at hand: the answer that had it was seen before, was lost, or came too late.
 * An address that had an account before gets another mail, and no page says of an address whether it had one.
 */
export function AccountByMail({ isNew }: { isNew: boolean }) {
  return (
    <Card as="section" padded aria-labelledby="account-by-mail">
      <CardTitle id="account-by-mail">{words.mailedAccountTitle}</CardTitle>
      <Text mt="3" textStyle="sm">
        {isNew
          ? words.newAccount({ link: linkTo(routes.forgotPassword) })
          : words.accountByMail({ link: linkTo(routes.trip) })}
      </Text>
    </Card>
  )
}
