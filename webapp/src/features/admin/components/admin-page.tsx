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
import { useAdminSettings } from '../api/settings'
import { useAccessDenied } from '../hooks/use-access-denied'
import { EnvironmentBadge, ModeCard, PREFLIGHT_ID } from './mode-card'

const EnquiryList = dynamic(() => import('./enquiry-list'), { ssr: false, loading: LoadingEnquiries })
const PreflightPanel = dynamic(() => import('./preflight/preflight-panel'), { ssr: false })
const AttentionList = dynamic(() => import('./attention/attention-list'), { ssr: false })
const PaymentList = dynamic(() => import('./attention/payment-list'), { ssr: false })

const LOAD_FAILED = 'Failed to load admin settings. Please try again later.'

export function AdminPage() {
  const { settings, error, isValidating, reload } = useAdminSettings()
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
          <LoadError isTrying={isValidating} onRetry={() => void reload()} />
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
        Keys, webhooks, mail and addresses are checked with the providers. Live mode can be switched on once every
        required check passes.
      </Text>
      <PreflightPanel />
    </Card>
  )
}

function AttentionCard() {
  return (
    <Card as="section" padded aria-labelledby="attention">
      <CardTitle id="attention">Needs a person</CardTitle>
      <Text mt="1" mb="4" color="fg.muted">
        Bookings of every brand that can't be brought to an end without you. They are asked about all the while.
      </Text>
      <AttentionList />
    </Card>
  )
}

function PaymentsCard() {
  return (
    <Card as="section" padded aria-labelledby="payments">
      <CardTitle id="payments">Payments that need a person</CardTitle>
      <Text mt="1" mb="4" color="fg.muted">
        Refunds that failed, charges in dispute, and sums on which our book and the card provider's disagree.
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
            Names, looks, contacts and markup of every site.
          </Text>
        </div>
        <ButtonLink href={routes.brandManager} variant="outline">
          Manage Brands
          <Icon name="arrow-right" size="sm" />
        </ButtonLink>
      </Row>
    </Card>
  )
}

function EnquiriesCard() {
  return (
    <Card as="section" padded aria-labelledby="enquiries">
      <CardTitle id="enquiries">Enquiries</CardTitle>
      <Text mt="1" mb="4" color="fg.muted">
        What visitors of every site wrote, the newest first.
      </Text>
      <EnquiryList />
    </Card>
  )
}

function LoadingEnquiries() {
  return <Text role="status">Loading enquiries…</Text>
}

function LoadError({ isTrying, onRetry }: { isTrying: boolean; onRetry: () => void }) {
  return (
    <Void
      drawing="broken"
      role="alert"
      title="Error"
      actions={
        <Button onClick={onRetry} disabled={isTrying}>
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
