import { request } from '@/lib/api/client'
import type { EnquiryPage } from '@/lib/api/types'

/** A page of what visitors wrote, the newest first; `after` is `next` of the page before. */
export const fetchEnquiries = (after: string | null) =>
  request<EnquiryPage>('/api/admin/enquiries', { query: { after } })
