import type { ComponentProps } from 'react'
import { Notice } from '@/components/ui/notice'
import type { Slice } from '@/lib/api/types'
import { otherAirports } from '@/lib/other-airports'

type Props = Pick<ComponentProps<typeof Notice>, 'mb'> & { slices: readonly Slice[] }

/** Warns of a way back between other airports than the way out, a line each; nothing where they are the same. */
export function AirportsNote({ slices, ...margin }: Props) {
  const notes = otherAirports(slices)
  if (notes.length === 0) return null
  return (
    <Notice tone="warning" {...margin}>
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </Notice>
  )
}
