'use client'
import dynamic from 'next/dynamic'
import { type ReactNode, useEffect, useId } from 'react'
import { BusyButton } from '@/components/ui/busy-button'
import { ButtonLink } from '@/components/ui/button'
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
import * as enquiryWords from '@/messages/admin/enquiries'
import * as words from '@/messages/admin/settings'
import * as layoutWords from '@/messages/components/layout'
import * as failureWords from '@/messages/lib/failures'
import { useAdminSettings } from '../api/settings'
import { useAccessDenied } from '../hooks/use-access-denied'
import { EnvironmentBadge, ModeCard, PREFLIGHT_ID } from './mode-card'

const EnquiryList = dynamic(() => import('./enquiry-list'), { ssr: false, loading: LoadingEnquiries })
const SecondFactorPanel = dynamic(() => import('./second-factor/second-factor-panel'), { ssr: false })
const PreflightPanel = dynamic(() => import('./preflight/preflight-panel'), { ssr: false })
const AttentionList = dynamic(() => import('./attention/attention-list'), { ssr: false })
const PaymentList = dynamic(() => import('./attention/payment-list'), { ssr: false })

export function AdminPage() {
  const { settings, error, reload } = useAdminSettings()
  const isDenied = useAccessDenied(error)
  useLoadToast(isDenied ? undefined : error)
  return (
    <Container py={{ base: '6', md: '10' }}>
      <Box maxW="48rem" mx="auto">
        <Row justifyContent="space-between" flexWrap="wrap" mb="6">
          <Row flexWrap="wrap">
            <h1>{layoutWords.adminSettings}</h1>
            {settings && <EnvironmentBadge environment={settings.environment} />}
          </Row>
          <ButtonLink href={routes.accountSettings} variant="outline">
            <Icon name="arrow-left" size="sm" />
            {words.backToAccount}
          </ButtonLink>
        </Row>
        {settings ? (
          <Stack gap="4">
            <ModeCard settings={settings} />
            <Tool name={words.factorTitle} hint={words.factorHint}>
              <SecondFactorPanel />
            </Tool>
            <Tool anchor={PREFLIGHT_ID} name={words.preflightTitle} hint={words.preflightHint}>
              <PreflightPanel />
            </Tool>
            <Tool name={words.bookingsTitle} hint={words.bookingsHint}>
              <AttentionList />
            </Tool>
            <Tool name={words.paymentsTitle} hint={words.paymentsHint}>
              <PaymentList />
            </Tool>
            <BrandsCard />
            <Tool name={words.messagesTitle} hint={words.messagesHint}>
              <EnquiryList />
            </Tool>
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
    if (error) void notify({ type: 'error', title: words.errorTitle, description: words.loadFailed })
  }, [error])
}

interface ToolProps {
  /** Where a link inside the page leads. */
  anchor?: string
  name: string
  hint: string
  children: ReactNode
}

function Tool({ anchor, name, hint, children }: ToolProps) {
  const id = useId()
  return (
    <Card as="section" padded id={anchor} aria-labelledby={id}>
      <CardTitle id={id}>{name}</CardTitle>
      <Text mt="1" mb="4" color="fg.muted">
        {hint}
      </Text>
      {children}
    </Card>
  )
}

function BrandsCard() {
  return (
    <Card padded>
      <Row justifyContent="space-between" flexWrap="wrap">
        <div>
          <CardTitle>{words.brandsTitle}</CardTitle>
          <Text mt="1" color="fg.muted">
            {words.brandsHint}
          </Text>
        </div>
        <ButtonLink href={routes.brandManager} variant="outline">
          {words.manageBrands}
          <Icon name="arrow-right" size="sm" />
        </ButtonLink>
      </Row>
    </Card>
  )
}

function LoadingEnquiries() {
  return <Text role="status">{enquiryWords.loading}</Text>
}

function LoadError({ ask }: { ask: () => Promise<unknown> }) {
  const { isTrying, retry } = useRetry(ask)
  return (
    <Void
      drawing="broken"
      role="alert"
      title={words.errorTitle}
      actions={
        <BusyButton onClick={retry} isBusy={isTrying}>
          {isTrying ? failureWords.trying : failureWords.tryAgain}
        </BusyButton>
      }
    >
      <p>{words.loadFailed}</p>
    </Void>
  )
}

function Loading() {
  return (
    <Card padded aria-busy="true">
      <Stack>
        <Text role="status" color="fg.muted">
          {words.loading}
        </Text>
        <Skeleton h="8" maxW="20rem" />
        <Skeleton h="6" />
      </Stack>
    </Card>
  )
}
