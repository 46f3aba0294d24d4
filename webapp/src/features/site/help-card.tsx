'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { ButtonAnchor, ButtonLink } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { CardTitle } from '@/components/ui/card-title'
import { Icon } from '@/components/ui/icon'
import { Row, Text } from '@/components/ui/layout'
import { telHref } from '@/components/ui/phone-link'
import { formatOpeningHours } from '@/lib/opening-hours'
import { routes } from '@/lib/routes'
import * as words from '@/messages/site/help'
import { useBrand } from '@/providers/brand-provider'

/** Where people are reached, beside a page of answers. */
export function HelpCard({ title }: { title: string }) {
  const { contact } = useBrand()
  const hours = formatOpeningHours(contact.hours_phone)
  return (
    <Card padded>
      <CardTitle>{title}</CardTitle>
      <Text mt="1" mb="4" color="fg.muted">
        {wayToUs(contact.phone, hours)}
      </Text>
      <Row flexWrap="wrap" css={{ '& > *': { flex: '1 0 auto' } }}>
        <ButtonLink href={routes.contact}>{words.contact}</ButtonLink>
        {contact.phone && (
          <ButtonAnchor variant="outline" href={telHref(contact.phone)} data-brand-text>
            <Icon name="phone" size="sm" />
            {contact.phone}
          </ButtonAnchor>
        )}
      </Row>
    </Card>
  )
}

function wayToUs(phone: string, hours: string) {
  if (!phone) return words.write
  return hours ? words.writeOrCallDuring({ hours, brand: unbroken }) : words.writeOrCall
}

const unbroken = (text: string) => (
  <chakra.span whiteSpace="nowrap" data-brand-text>
    {text}
  </chakra.span>
)
