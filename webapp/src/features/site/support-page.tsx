'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { useState } from 'react'
import { GuestLinkForm } from '@/components/trip/guest-link-form'
import { AppLink } from '@/components/ui/app-link'
import { ButtonLink } from '@/components/ui/button'
import { Box, Container, Hidden, Row, Stack, Text } from '@/components/ui/layout'
import { Tabs } from '@/components/ui/tabs'
import { faqCategories } from '@/content/faq'
import { commonQuestions, topics } from '@/content/support'
import { routes } from '@/lib/routes'
import { AnswerSearch } from './answer-search'
import { PageHead } from './page-head'
import { Questions } from './questions'
import { ReachCards } from './reach-cards'
import { SupportForm } from './support-form'

const asked = commonQuestions.flatMap(({ category, question }) =>
  faqCategories
    .filter(({ id }) => id === category)
    .flatMap(({ questions }) => questions.filter((known) => known.question === question)),
)

const ways = [
  ['E-mail', '{support}', 'We aim to answer within 24 hours.'],
  ['Phone', '{phone}', 'Office: {office}'],
] as const

const Columns = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'minmax(0, 1.7fr) minmax(0, 1fr)' },
    gap: { base: '8', lg: '12' },
    pt: '6',
    alignItems: 'start',
  },
})

const Topics = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', md: 'repeat(3, minmax(0, 1fr))' },
    gap: '8',
    mt: '5',
    '& h3': { textStyle: 'h4', mb: '1' },
    '& li a': { display: 'inline-flex', alignItems: 'center', minH: { base: '11', md: '9' } },
  },
})

const tabs = [
  {
    value: 'help',
    label: 'Help Center',
    panel: (
      <>
        <Hidden as="h2">Common questions</Hidden>
        <Questions of={asked} />
      </>
    ),
  },
  {
    value: 'contact',
    label: 'Contact Us',
    panel: (
      <Columns>
        <SupportForm />
        <ReachCards ways={ways} />
      </Columns>
    ),
  },
  { value: 'bookings', label: 'My Bookings', panel: <Bookings /> },
] as const

type Tab = (typeof tabs)[number]['value']

export function SupportPage() {
  const [tab, setTab] = useState<Tab>('help')
  return (
    <Container pt={{ base: '8', md: '14' }}>
      <Stack gap={{ base: '8', md: '10' }}>
        <PageHead title="Support" lead="Help before, during and after your trip." />
        <AnswerSearch />
        <div>
          <Tabs<Tab> label="Support" tabs={tabs} value={tab} onChange={setTab} />
        </div>
        <PopularTopics />
      </Stack>
    </Container>
  )
}

function Bookings() {
  return (
    <Columns>
      <Stack>
        <h2>Booked as a guest?</h2>
        <Text color="fg.muted">We’ll e-mail a link to your trip to the address you booked with.</Text>
        <GuestLinkForm action="Retrieve Booking" />
      </Stack>
      <Stack>
        <h2>Have an account?</h2>
        <Text color="fg.muted">All your trips are there: upcoming, past and cancelled.</Text>
        <Row flexWrap="wrap">
          <ButtonLink href={routes.login} variant="outline">
            Log In
          </ButtonLink>
          <ButtonLink href={routes.myTrips} variant="outline">
            My Trips
          </ButtonLink>
        </Row>
      </Stack>
    </Columns>
  )
}

function PopularTopics() {
  return (
    <Box as="section">
      <chakra.h2 textStyle="h2">Popular Help Topics</chakra.h2>
      <Topics>
        {topics.map(({ title, links }) => (
          <div key={title}>
            <h3>{title}</h3>
            <ul>
              {links.map(({ label, href }) => (
                <li key={label}>
                  <AppLink href={href}>{label}</AppLink>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </Topics>
    </Box>
  )
}
