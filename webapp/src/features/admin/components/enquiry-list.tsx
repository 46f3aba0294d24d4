'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import dynamic from 'next/dynamic'
import { useEffect, useRef, useState } from 'react'
import useSWRInfinite from 'swr/infinite'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Box, Row, Stack, Text } from '@/components/ui/layout'
import type { Enquiry, EnquiryPage } from '@/lib/api/types'
import { formatDayOfYear, formatTime } from '@/lib/dates'
import { reveal } from '@/lib/reveal'
import * as words from '@/messages/admin/enquiries'
import { enquiriesKey, fetchEnquiries } from '../api/enquiries'
import { LoadFailed } from './attention/load-failed'

const DeleteDialog = dynamic(() => import('./delete-enquiry-dialog'), { ssr: false })

const List = chakra('ul', {
  base: {
    borderTop: '1px solid {colors.line}',
    '& > li': { py: '5', borderBottom: '1px solid {colors.line}' },
    '& > li:last-of-type': { borderBottom: '0', pb: '0' },
    '& a': { overflowWrap: 'anywhere' },
    '& .message': { mt: '2', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
  },
})

const kinds = { contact: words.contact, support: words.support, subscribe: words.subscription } as const

const deletion = { button: words.deleteButton, label: words.deleteLabel }
const deletes = {
  contact: deletion,
  support: deletion,
  subscribe: { button: words.unsubscribeButton, label: words.unsubscribeLabel },
} as const

const keyOf = (index: number, before: EnquiryPage | null) => {
  if (before && !before.next) return null
  return [enquiriesKey, index === 0 ? null : (before?.next ?? null)] as const
}

/**
 * Hands the focus on once the dialog has closed, where the message that opened it is gone: to the message that took its
 * place, else to the last one, else to what says that there is none.
 */
function useFocusAfterDeletion(isAsking: boolean) {
  const place = useRef<HTMLElement | null>(null)
  const deletedAt = useRef<number | null>(null)
  useEffect(() => {
    if (isAsking || deletedAt.current === null) return
    const titles = place.current?.querySelectorAll('h3') ?? []
    reveal(titles[Math.min(deletedAt.current, titles.length - 1)] ?? place.current)
    deletedAt.current = null
  }, [isAsking])
  return {
    at: (element: HTMLElement | null) => {
      place.current = element
    },
    noteDeleted: (index: number) => {
      deletedAt.current = index
    },
  }
}

/** What visitors wrote to all brands, the newest first. For administrators: anybody else reads why there is nothing. */
export default function EnquiryList() {
  const { data, error, isLoading, isValidating, mutate, size, setSize } = useSWRInfinite(keyOf, ([, after]) =>
    fetchEnquiries(after),
  )
  const [chosen, setChosen] = useState<Enquiry | null>(null)
  const enquiries = data?.flatMap((page) => page.enquiries) ?? []
  const hasMore = Boolean(data?.at(-1)?.next)
  const { at, noteDeleted } = useFocusAfterDeletion(chosen !== null)
  const takeAway = async (deleted: Enquiry) => {
    noteDeleted(enquiries.indexOf(deleted))
    await mutate()
  }
  if (error && !data) {
    return <LoadFailed error={error} sentence={words.loadFailed} ask={mutate} />
  }
  if (isLoading) return <Text role="status">{words.loading}</Text>
  if (enquiries.length === 0) {
    return (
      <Text ref={at} tabIndex={-1} outline="none" color="fg.muted">
        {words.none}
      </Text>
    )
  }
  return (
    <Stack ref={at} justifyItems="stretch">
      <List>
        {enquiries.map((enquiry) => (
          <Item key={enquiry.id} of={enquiry} onDelete={() => setChosen(enquiry)} />
        ))}
      </List>
      {hasMore && (
        <Button variant="outline" justifySelf="center" disabled={isValidating} onClick={() => void setSize(size + 1)}>
          {isValidating ? words.loadingOlder : words.showOlder}
        </Button>
      )}
      {chosen && <DeleteDialog of={chosen} onDeleted={() => takeAway(chosen)} onClose={() => setChosen(null)} />}
    </Stack>
  )
}

const replyBy = (way: string) => (way === 'email' ? words.replyByEmail : words.replyByPhone)

function Item({ of, onDelete }: { of: Enquiry; onDelete: () => void }) {
  const name = of.subject || of.name || of.email
  const facts = [of.reason, of.bookingReference, of.phone, of.preferredContact && replyBy(of.preferredContact)]
  return (
    <li>
      <Row flexWrap="wrap">
        <Box as="h3" tabIndex={-1} outline="none">
          {name}
        </Box>
        <Badge>{kinds[of.kind]}</Badge>
        <Button
          variant="ghost"
          size="sm"
          ms="auto"
          color="error.fg"
          aria-label={deletes[of.kind].label({ message: name })}
          onClick={onDelete}
        >
          {deletes[of.kind].button}
        </Button>
      </Row>
      <Text textStyle="sm" color="fg.muted">
        <time dateTime={of.createdAt}>
          {words.moment({ day: formatDayOfYear(of.createdAt), time: formatTime(of.createdAt) })}
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
