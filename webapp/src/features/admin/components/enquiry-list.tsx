'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import useSWRInfinite from 'swr/infinite'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Row, Stack, Text } from '@/components/ui/layout'
import { Notice } from '@/components/ui/notice'
import { reasonOf, TRY_LATER } from '@/lib/api/error'
import type { Enquiry, EnquiryPage } from '@/lib/api/types'
import { formatPicked, formatTime } from '@/lib/dates'
import { fetchEnquiries } from '../api/enquiries'

const List = chakra('ul', {
  base: {
    borderTop: '1px solid {colors.line}',
    '& > li': { py: '5', borderBottom: '1px solid {colors.line}' },
    '& > li:last-of-type': { borderBottom: '0', pb: '0' },
    '& a': { overflowWrap: 'anywhere' },
    '& .message': { mt: '2', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
  },
})

const kinds = { contact: 'Contact', support: 'Support', subscribe: 'Subscription' } as const

const keyOf = (index: number, before: EnquiryPage | null) => {
  if (before && !before.next) return null
  return ['/api/admin/enquiries', index === 0 ? null : (before?.next ?? null)] as const
}

/** What visitors wrote to all brands, the newest first. For administrators: anybody else reads why there is nothing. */
export default function EnquiryList() {
  const { data, error, isLoading, isValidating, mutate, size, setSize } = useSWRInfinite(keyOf, ([, after]) =>
    fetchEnquiries(after),
  )
  const enquiries = data?.flatMap((page) => page.enquiries) ?? []
  const hasMore = Boolean(data?.at(-1)?.next)
  if (error && !data) {
    return (
      <Stack justifyItems="start">
        <Notice tone="error" role="alert">
          The enquiries could not be loaded. {reasonOf(error, TRY_LATER)}
        </Notice>
        <Button variant="outline" onClick={() => void mutate()}>
          Try again
        </Button>
      </Stack>
    )
  }
  if (isLoading) return <Text role="status">Loading enquiries…</Text>
  if (enquiries.length === 0) return <Text color="fg.muted">Nobody has written yet.</Text>
  return (
    <Stack justifyItems="stretch">
      <List>
        {enquiries.map((enquiry) => (
          <Item key={enquiry.id} of={enquiry} />
        ))}
      </List>
      {hasMore && (
        <Button variant="outline" justifySelf="center" disabled={isValidating} onClick={() => void setSize(size + 1)}>
          {isValidating ? 'Loading…' : 'Show older'}
        </Button>
      )}
    </Stack>
  )
}

function Item({ of }: { of: Enquiry }) {
  const facts = [of.reason, of.bookingReference, of.phone, of.preferredContact && `answer by ${of.preferredContact}`]
  return (
    <li>
      <Row flexWrap="wrap">
        <h3>{of.subject || of.name || of.email}</h3>
        <Badge>{kinds[of.kind]}</Badge>
      </Row>
      <Text textStyle="sm" color="fg.muted">
        <time dateTime={of.createdAt}>
          {formatPicked(of.createdAt)}, {formatTime(of.createdAt)} UTC
        </time>{' '}
        · {of.brand}
      </Text>
      <Text textStyle="sm">
        {of.name} <a href={`mailto:${of.email}`}>{of.email}</a>
      </Text>
      {facts.some(Boolean) && (
        <Text textStyle="sm" color="fg.muted">
          {facts.filter(Boolean).join(' · ')}
        </Text>
      )}
      {of.message && <p className="message">{of.message}</p>}
    </li>
  )
}
