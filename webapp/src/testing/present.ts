import { waitFor } from '@testing-library/react'

/** What `find` answers once there is something. For what the page does a moment after it was drawn. */
export function present<Found>(find: () => Found | null): Promise<Found> {
  return waitFor(() => {
    const found = find()
    if (found === null) throw new Error('nothing yet')
    return found
  })
}
