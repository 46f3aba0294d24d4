'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { Accordion } from '@/components/ui/accordion'
import { ButtonAnchor } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { Box, Text } from '@/components/ui/layout'
import { telHref } from '@/components/ui/phone-link'
import { questions } from '@/content/home'
import { formatOpeningHours } from '@/lib/opening-hours'
import * as words from '@/messages/home'
import { useBrand } from '@/providers/brand-provider'
import { Section } from './section'

export function Faq() {
  const { contact } = useBrand()
  return (
    <Section>
      <Box
        display="grid"
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: '22rem 1fr' }}
        gap={{ base: '6', lg: '16' }}
        alignItems="start"
      >
        <div>
          <Text as="h2" textStyle="h1">
            {words.questions}
          </Text>
          {contact.phone && <Call phone={contact.phone} hours={formatOpeningHours(contact.hours_phone)} />}
        </div>
        <Accordion items={questions} />
      </Box>
    </Section>
  )
}

const unbroken = (text: string) => (
  <chakra.span whiteSpace="nowrap" data-brand-text>
    {text}
  </chakra.span>
)

function Call({ phone, hours }: { phone: string; hours: string }) {
  return (
    <>
      <Text mt="3" mb="5" color="fg.muted">
        {hours ? words.callUsDuring({ time: hours, hours: unbroken }) : words.callUs}
      </Text>
      <ButtonAnchor variant="outline" href={telHref(phone)} fontVariantNumeric="tabular-nums" data-brand-text>
        <Icon name="phone" size="sm" />
        {phone}
      </ButtonAnchor>
    </>
  )
}
