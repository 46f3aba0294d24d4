import { about } from './about'
import type { Article } from './article'
import { emissions } from './emissions'
import { postTicketingFees, serviceFees } from './fees'
import { cancellation, cookies, privacy, terms } from './policies'

/** By the address below "/". The privacy policy has two, since both are linked. */
export const articles: Readonly<Record<string, Article>> = {
  about,
  cookies,
  emissions,
  privacy,
  'privacy-policy': privacy,
  terms,
  'cancellation-policy': cancellation,
  'service-fees': serviceFees,
  'post-ticketing-fees': postTicketingFees,
}
