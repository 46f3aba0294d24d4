/** The names of a grid's cells, row by row; null where there is none. */
type Places = readonly (readonly (string | null)[])[]

const steps: Record<string, readonly [down: number, across: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/**
 * Where a key leads from a cell: arrows to the next one on their way, over blanks, and Home and End to the ends of the
 * row. Null where it leads nowhere.
 */
export function moveIn(places: Places, from: string, key: string): string | null {
  const row = places.findIndex((names) => names.includes(from))
  const names = places[row]?.filter((name) => name !== null) ?? []
  if (key === 'Home') return names[0] ?? null
  if (key === 'End') return names.at(-1) ?? null
  const step = steps[key]
  return step ? nextOnWay(places, [row, places[row]?.indexOf(from) ?? -1], step) : null
}

function nextOnWay(places: Places, [row, column]: readonly [number, number], step: readonly [number, number]) {
  const [down, across] = step
  let [r, c] = [row + down, column + across]
  while (places[r]?.[c] === null) [r, c] = [r + down, c + across]
  return places[r]?.[c] ?? null
}
