/** Loads this address again: nothing of the page that stands stays. */
export const reload = () => window.location.reload()

/** Leaves for another address as a visitor who types it: nothing of the page that stands is kept. */
export const leaveFor = (href: string) => window.location.assign(href)
