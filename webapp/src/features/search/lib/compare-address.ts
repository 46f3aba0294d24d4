/** As many as fit beside each other on a desk. */
export const MOST_COMPARED = 4

const ID = /^[\w-]{1,64}$/

/** The ids of the offers that an address compares, each once. What could be none is left out. */
export const comparedIn = (params: Pick<URLSearchParams, 'get'>) =>
  [...new Set((params.get('compare') ?? '').split(',').filter((id) => ID.test(id)))].slice(0, MOST_COMPARED)
