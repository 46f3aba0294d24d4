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
import * as fieldWords from '@/messages/components/fields'
import * as layoutWords from '@/messages/components/layout'
import * as enquiryWords from '@/messages/site/enquiry'
import * as words from '@/messages/site/support'
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
  [fieldWords.email, '{support}', enquiryWords.answerTime],
  [enquiryWords.phone, '{phone}', enquiryWords.officeHours({ hours: '{office}' })],
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
    label: words.helpCenter,
    panel: (
      <>
        <Hidden as="h2">{words.questions}</Hidden>
        <Questions of={asked} />
      </>
    ),
  },
  {
    value: 'contact',
    label: words.contact,
    panel: (
      <Columns>
        <SupportForm />
        <ReachCards ways={ways} />
      </Columns>
    ),
  },
  { value: 'bookings', label: words.bookings, panel: <Bookings /> },
] as const

type Tab = (typeof tabs)[number]['value']

export function SupportPage() {
  const [tab, setTab] = useState<Tab>('help')
  return (
    <Container pt={{ base: '8', md: '14' }}>
      <Stack gap={{ base: '8', md: '10' }}>
        <PageHead title={words.title} lead={words.lead} />
        <AnswerSearch />
        <div>
          <Tabs<Tab> label={words.tabs} tabs={tabs} value={tab} onChange={setTab} />
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
        <h2>{words.asGuest}</h2>
        <Text color="fg.muted">{words.guestLink}</Text>
        <GuestLinkForm action={words.retrieve} />
      </Stack>
      <Stack>
        <h2>{words.haveAccount}</h2>
        <Text color="fg.muted">{words.inAccount}</Text>
        <Row flexWrap="wrap">
          <ButtonLink href={routes.login} variant="outline">
            {layoutWords.logIn}
          </ButtonLink>
          <ButtonLink href={routes.myTrips} variant="outline">
            {layoutWords.myTrips}
          </ButtonLink>
        </Row>
      </Stack>
    </Columns>
  )
}

function PopularTopics() {
  return (
    <Box as="section">
      <chakra.h2 textStyle="h2">{words.topics}</chakra.h2>
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
