'use client'
import { Button, ButtonLink } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { Void } from '@/components/ui/void'
import { ApiError } from '@/lib/api/error'

interface ErrorProps {
  error: Error
  /** The page is asking again by itself. */
  willRetry: boolean
  isSearching: boolean
  onRetry: () => void
  modifyHref: string
}

const requestIdOf = (error: Error) => (error instanceof ApiError ? error.requestId : null)

export function LoadError({ error, willRetry, isSearching, onRetry, modifyHref }: ErrorProps) {
  const requestId = requestIdOf(error)
  return (
    <Void
      drawing="broken"
      title="Error Loading Flights"
      role="alert"
      actions={
        <>
          <Button onClick={onRetry} disabled={isSearching}>
            {isSearching ? 'Trying…' : 'Try Again'}
          </Button>
          <ButtonLink href={modifyHref} variant="outline">
            Modify Search
          </ButtonLink>
        </>
      }
    >
      <p>{error.message || 'An unknown error occurred'}</p>
      {willRetry && (
        <p>Nothing is wrong with your search. We keep asking, and the flights appear here by themselves.</p>
      )}
      {requestId && <p>Reference for support: {requestId}</p>}
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

export function NoMatches({ found, groups, onReset }: { found: number; groups: number; onReset: () => void }) {
  return (
    <Void
      drawing="filtered"
      title="No Matching Flights"
      role="status"
      actions={<Button onClick={onReset}>Reset Filters</Button>}
    >
      <p>
        {found} {found === 1 ? 'flight was' : 'flights were'} found, but none passes{' '}
        {groups === 1 ? 'the filter' : `all ${groups} filters`}.
      </p>
    </Void>
  )
}
