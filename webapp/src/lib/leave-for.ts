/** Leaves the site for another one's page. */
export const leaveFor = (url: string) => window.location.assign(url)
