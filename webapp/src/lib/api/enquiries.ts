import { request } from './client'
import type { Done, EnquiryRequest } from './types'

/** The answer is the same whether or not an address has subscribed before. */
export const sendEnquiry = (enquiry: EnquiryRequest) =>
  request<Done>('/api/enquiries', { method: 'POST', body: enquiry })
