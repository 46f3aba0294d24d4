/** In one part of the script, so that nobody pays on a page which could not show what came of it. */
export { Ending } from './outcome/ending'
export { PaymentStep } from './payment/payment-step'
