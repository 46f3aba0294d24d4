'use client'
import dynamic from 'next/dynamic'
import { useEffect } from 'react'
import { Button, ButtonLink } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { CardTitle } from '@/components/ui/card-title'
import { Icon } from '@/components/ui/icon'
import { Box, Container, Row, Stack, Text } from '@/components/ui/layout'
import { Skeleton } from '@/components/ui/skeleton'
import { notify } from '@/components/ui/toast/notify'
import { Void } from '@/components/ui/void'
import type { ApiError } from '@/lib/api/error'
import { routes } from '@/lib/routes'
import { useRetry } from '@/lib/use-retry'
import { useAdminSettings } from '../api/settings'
import { useAccessDenied } from '../hooks/use-access-denied'
import { EnvironmentBadge, ModeCard, PREFLIGHT_ID } from './mode-card'

const EnquiryList = dynamic(() => import('./enquiry-list'), { ssr: false, loading: LoadingEnquiries })
const PreflightPanel = dynamic(() => import('./preflight/preflight-panel'), { ssr: false })
const AttentionList = dynamic(() => import('./attention/attention-list'), { ssr: false })
const PaymentList = dynamic(() => import('./attention/payment-list'), { ssr: false })

const LOAD_FAILED = 'Failed to load admin settings. Please try again later.'

export function AdminPage() {
  const { settings, error, reload } = useAdminSettings()
  const isDenied = useAccessDenied(error)
  useLoadToast(isDenied ? undefined : error)
  return (
    <Container py={{ base: '6', md: '10' }}>
      <Box maxW="48rem" mx="auto">
        <Row justifyContent="space-between" flexWrap="wrap" mb="6">
          <Row flexWrap="wrap">
            <h1>Admin Settings</h1>
            {settings && <EnvironmentBadge environment={settings.environment} />}
          </Row>
          <ButtonLink href={routes.accountSettings} variant="outline">
            <Icon name="arrow-left" size="sm" />
            Back to Account
          </ButtonLink>
        </Row>
        {settings ? (
          <Stack gap="4">
            <ModeCard settings={settings} />
            <PreflightCard />
            <AttentionCard />
            <PaymentsCard />
            <BrandsCard />
            <EnquiriesCard />
          </Stack>
        ) : error && !isDenied ? (
          <LoadError ask={reload} />
        ) : (
          <Loading />
        )}
      </Box>
    </Container>
  )
}

function useLoadToast(error: ApiError | undefined) {
  useEffect(() => {
    if (error) void notify({ type: 'error', title: 'Error', description: LOAD_FAILED })
  }, [error])
}

function PreflightCard() {
  return (
    <Card as="section" padded id={PREFLIGHT_ID} aria-labelledby="preflight-title">
      <CardTitle id="preflight-title">Before you go live</CardTitle>
      <Text mt="1" mb="4" color="fg.muted">
        We check your keys, webhooks, e-mail and addresses with the providers. You can switch on live mode once every
        required check passes.
      </Text>
      <PreflightPanel />
    </Card>
  )
}

function AttentionCard() {
  return (
    <Card as="section" padded aria-labelledby="attention">
      <CardTitle id="attention">Bookings that need a decision</CardTitle>
      <Text mt="1" mb="4" color="fg.muted">
        These bookings need a decision from you, on any brand. We keep checking them in the background.
      </Text>
      <AttentionList />
    </Card>
  )
}

function PaymentsCard() {
  return (
    <Card as="section" padded aria-labelledby="payments">
      <CardTitle id="payments">Payments that need a decision</CardTitle>
      <Text mt="1" mb="4" color="fg.muted">
        Failed refunds, disputed charges, and amounts that differ between our ledger and the card provider’s.
      </Text>
      <PaymentList />
    </Card>
  )
}

function BrandsCard() {
  return (
    <Card padded>
      <Row justifyContent="space-between" flexWrap="wrap">
        <div>
          <CardTitle>Brands</CardTitle>
          <Text mt="1" color="fg.muted">
            Name, look, contact details and markup of each site.
          </Text>
        </div>
        <ButtonLink href={routes.brandManager} variant="outline">
          Manage brands
          <Icon name="arrow-right" size="sm" />
        </ButtonLink>
      </Row>
    </Card>
  )
}

function EnquiriesCard() {
  return (
    <Card as="section" padded aria-labelledby="enquiries">
      <CardTitle id="enquiries">Messages</CardTitle>
      <Text mt="1" mb="4" color="fg.muted">
        Messages from visitors to all your sites, newest first.
      </Text>
      <EnquiryList />
    </Card>
  )
}

function LoadingEnquiries() {
  return <Text role="status">Loading messages…</Text>
}

function LoadError({ ask }: { ask: () => Promise<unknown> }) {
  const { isTrying, retry } = useRetry(ask)
  return (
    <Void
      drawing="broken"
      role="alert"
      title="Error"
      actions={
        <Button onClick={retry} disabled={isTrying}>
          {isTrying ? 'Trying…' : 'Try Again'}
        </Button>
      }
    >
      <p>{LOAD_FAILED}</p>
    </Void>
  )
}

function Loading() {
  return (
    <Card padded aria-busy="true">
      <Stack>
        <Text role="status" color="fg.muted">
          Loading admin settings…
        </Text>
        <Skeleton h="8" maxW="20rem" />
        <Skeleton h="6" />
      </Stack>
    </Card>
  )
}
