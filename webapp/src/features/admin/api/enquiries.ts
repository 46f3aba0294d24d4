import { request } from '@/lib/api/client'
import type { Done, EnquiryPage } from '@/lib/api/types'

/** A page of what visitors wrote, the newest first; `after` is `next` of the page before. */
export const fetchEnquiries = (after: string | null) =>
  request<EnquiryPage>('/api/admin/enquiries', { query: { after } })

/** Deletes a message, or ends a subscription. */
export const deleteEnquiry = (id: string) =>
  request<Done>(`/api/admin/enquiries/${encodeURIComponent(id)}`, { method: 'DELETE' })
