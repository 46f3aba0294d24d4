import type { CSSProperties } from 'react'
import { Icon, type IconName } from '@/components/ui/icon'
import { Hidden } from '@/components/ui/layout'
import { type Facility, facilityWords } from '@/lib/seats'

const icons: Record<string, IconName> = {
  bassinet: 'bassinet',
  closet: 'closet',
  galley: 'meal',
  lavatory: 'lavatory',
  stairs: 'stairs',
}

export const facilityIcon = (type: string): IconName => icons[type] ?? 'info'

interface Props extends Facility {
  /** In a grid, whose rows have cells alone, it is only seen. */
  isHidden: boolean
}

/** A lavatory, a galley and the like in its place among the seats: a word where there is room, else its drawing. */
export function FacilityMark({ type, span, isHidden }: Props) {
  const style = { '--span': span } as CSSProperties
  if (type === 'empty') return <span className="none" style={style} />
  const words = facilityWords(type)
  return (
    <span className="facility" style={style} title={words} aria-hidden={isHidden}>
      <Icon name={facilityIcon(type)} size="sm" />
      {span > 1 ? words : <Hidden>{words}</Hidden>}
    </span>
  )
}
