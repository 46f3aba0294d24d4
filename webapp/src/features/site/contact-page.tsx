'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { AppLink } from '@/components/ui/app-link'
import { Card } from '@/components/ui/card'
import { CardTitle } from '@/components/ui/card-title'
import { Box, Container, Text } from '@/components/ui/layout'
import { beforeYouWrite } from '@/content/support'
import { routes } from '@/lib/routes'
import * as words from '@/messages/site/contact'
import * as enquiryWords from '@/messages/site/enquiry'
import { ContactForm } from './contact-form'
import { PageHead } from './page-head'
import { ReachCards } from './reach-cards'
import { Tiles } from './tiles'

const ways = [
  [words.general, '{email}', enquiryWords.answerTime],
  [words.bookingHelp, '{support}', enquiryWords.answerTime],
  [enquiryWords.phone, '{phone}', enquiryWords.officeHours({ hours: '{office}' })],
  [words.address, '{legal}, {address}'],
] as const

const Columns = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'minmax(0, 1.7fr) minmax(0, 1fr)' },
    gap: { base: '8', lg: '12' },
    mt: { base: '8', md: '10' },
    alignItems: 'start',
  },
})

export function ContactPage() {
  return (
    <Container pt={{ base: '8', md: '14' }}>
      <PageHead title={words.title({ brand: '{brand}' })} lead={words.lead} />
      <Columns>
        <Card padded>
          <CardTitle>{words.form}</CardTitle>
          <Box mt="5">
            <ContactForm />
          </Box>
        </Card>
        <ReachCards ways={ways} />
      </Columns>
      <Box as="section" mt={{ base: '10', md: '16' }}>
        <chakra.h2 textStyle="h2">{words.answers}</chakra.h2>
        <Tiles of={beforeYouWrite} columns={2} />
        <Text mt="6">
          <AppLink href={routes.faq}>{words.allAnswers}</AppLink>
        </Text>
      </Box>
    </Container>
  )
}
