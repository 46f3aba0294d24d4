/** As many as fit beside each other on a desk. */
export const MOST_COMPARED = 4

/** The flights chosen to be compared. */
interface Choice {
  ids: readonly string[]
  /** How often one more was pressed since the last of them was chosen: there are `MOST_COMPARED` already. */
  refused: number
}

export const choiceOf = (ids: readonly string[]): Choice => ({ ids, refused: 0 })

/** Chooses a flight, or takes it out again. */
export function toggled({ ids, refused }: Choice, id: string): Choice {
  if (ids.includes(id)) return choiceOf(ids.filter((other) => other !== id))
  return ids.length < MOST_COMPARED ? choiceOf([...ids, id]) : { ids, refused: refused + 1 }
}

const ID = /^[\w-]{1,64}$/

/** The ids of the offers that an address compares, each once. What could be none is left out. */
export const comparedIn = (params: Pick<URLSearchParams, 'get'>) =>
  [...new Set((params.get('compare') ?? '').split(',').filter((id) => ID.test(id)))].slice(0, MOST_COMPARED)
