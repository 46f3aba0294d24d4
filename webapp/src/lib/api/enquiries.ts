import { apiPath } from './api-path'
import { request } from './client'
import type { EnquiryRequest } from './types'

/** The answer is the same whether or not an address has subscribed before. */
export const sendEnquiry = (enquiry: EnquiryRequest) => request('POST', apiPath('/api/enquiries'), { body: enquiry })
