import { apiPath } from '@/lib/api/api-path'
import { request } from '@/lib/api/client'

export const enquiriesKey = apiPath('/api/admin/enquiries')

/** A page of what visitors wrote, the newest first; `after` is `next` of the page before. */
export const fetchEnquiries = (after: string | null) => request('GET', enquiriesKey, { query: { after } })

/** Deletes a message, or ends a subscription. */
export const deleteEnquiry = (id: string) => request('DELETE', apiPath('/api/admin/enquiries/{id}', { id }))
