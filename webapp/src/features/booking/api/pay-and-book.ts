/** All that goes out once Pay is pressed, and what is said of what came of it: in one part of the script. */
export { stopBefore, switched } from '../lib/before-card'
export { failureOfOrder } from '../lib/failure'
export { createBooking } from './create-booking'
export { processCard } from './process-card'
