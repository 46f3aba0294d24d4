'use client'
import dynamic from 'next/dynamic'
import { BusyButton } from '@/components/ui/busy-button'
import { ButtonLink } from '@/components/ui/button'
import { Container, Text } from '@/components/ui/layout'
import { Notice } from '@/components/ui/notice'
import { Void } from '@/components/ui/void'
import { ApiError } from '@/lib/api/error'
import { isRefused, mistakesIn } from '../lib/refusal'

const SearchForm = dynamic(() => import('./form/search-form').then((module) => module.SearchForm), { ssr: false })

interface ErrorProps {
  error: Error
  /** The page is asking again by itself. */
  willRetry: boolean
  isTrying: boolean
  onRetry: () => void
  modifyHref: string
}

const requestIdOf = (error: Error) => (error instanceof ApiError ? error.requestId : null)

/** Why a search is refused is for who typed it: no number before it. */
const detailOf = (error: Error) => (error instanceof ApiError ? error.detail : null)

/** The search itself is wrong, as an old or a mistyped address is: to ask again would change nothing. */
function Mistaken({ mistakes, modifyHref }: { mistakes: readonly string[]; modifyHref: string }) {
  return (
    <Void
      drawing="unfinished"
      title="Please change your search"
      role="alert"
      actions={<ButtonLink href={modifyHref}>Modify Search</ButtonLink>}
    >
      {mistakes.map((mistake) => (
        <p key={mistake}>{mistake}</p>
      ))}
    </Void>
  )
}

/** The way on that is likely to help comes first. */
export function LoadError({ error, willRetry, isTrying, onRetry, modifyHref }: ErrorProps) {
  const mistakes = mistakesIn(error)
  if (mistakes.length > 0) return <Mistaken mistakes={mistakes} modifyHref={modifyHref} />
  const requestId = requestIdOf(error)
  const isFinal = isRefused(error)
  const modify = (
    <ButtonLink href={modifyHref} variant={isFinal ? undefined : 'outline'}>
      Modify Search
    </ButtonLink>
  )
  return (
    <Void
      drawing="broken"
      title="Error Loading Flights"
      role="alert"
      actions={
        <>
          {isFinal && modify}
          <BusyButton onClick={onRetry} isBusy={isTrying} variant={isFinal ? 'outline' : undefined}>
            {isTrying ? 'Trying…' : 'Try Again'}
          </BusyButton>
          {!isFinal && modify}
        </>
      }
    >
      <p>{(isFinal && detailOf(error)) || error.message || 'An unknown error occurred'}</p>
      {willRetry && (
        <p>Nothing is wrong with your search. We keep asking, and the flights appear here by themselves.</p>
      )}
      {requestId && <Text textStyle="xs">Reference for support: {requestId}</Text>}
    </Void>
  )
}

/** The newer answer failed, the older one still stands. */
export function StaleNotice({ error }: { error: Error }) {
  return (
    <Notice tone="warning" role="alert">
      <strong>These flights are from a moment ago.</strong> {error.message || 'An unknown error occurred'}
    </Notice>
  )
}

export function NoFlights({ notice, newSearchHref }: { notice: string | null; newSearchHref: string }) {
  return (
    <Void
      drawing="unfinished"
      title="No Flights Found"
      role="status"
      actions={<ButtonLink href={newSearchHref}>New Search</ButtonLink>}
    >
      <p>{notice ?? 'No airline sells this route on these dates. Try a day either side, or a nearby airport.'}</p>
    </Void>
  )
}

/** The address names no search: it begins here. */
export function NoSearch() {
  return (
    <Container pt={{ base: '6', md: '10' }}>
      <Text as="h1" textStyle="h1">
        Where would you like to go?
      </Text>
      <Text mt="2" mb="6" color="fg.muted">
        Choose where from, where to and when.
      </Text>
      <SearchForm />
    </Container>
  )
}
