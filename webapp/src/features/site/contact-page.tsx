'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { Card } from '@/components/ui/card'
import { CardTitle } from '@/components/ui/card-title'
import { Box, Container, Text } from '@/components/ui/layout'
import { beforeYouWrite } from '@/content/support'
import { ContactForm } from './contact-form'
import { PageHead } from './page-head'
import { ReachCards } from './reach-cards'
import { RichText } from './rich-text'
import { Tiles } from './tiles'

const ways = [
  ['General questions', '{email}', 'We aim to answer within 24 hours.'],
  ['Help with a booking', '{support}', 'We aim to answer within 24 hours.'],
  ['Phone', '{phone}', 'Office: {office}'],
  ['Address', '{legal}, {address}'],
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
      <PageHead title="Contact {brand}" lead="If you have a booking, keep its reference at hand." />
      <Columns>
        <Card padded>
          <CardTitle>Write to us</CardTitle>
          <Box mt="5">
            <ContactForm />
          </Box>
        </Card>
        <ReachCards ways={ways} />
      </Columns>
      <Box as="section" mt={{ base: '10', md: '16' }}>
        <chakra.h2 textStyle="h2">Quick answers</chakra.h2>
        <Tiles of={beforeYouWrite} columns={2} />
        <Text mt="6">
          <RichText>[All questions and answers](/faq)</RichText>
        </Text>
      </Box>
    </Container>
  )
}
