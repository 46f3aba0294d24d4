'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { Badge } from '@/components/ui/badge'
import { Card } from '@/components/ui/card'
import { Icon } from '@/components/ui/icon'
import { Skeleton } from '@/components/ui/skeleton'
import type { BrandSummary } from '@/lib/api/types'
import * as words from '@/messages/admin/brands'
import { chosenInForcedColors } from '@/theme/forced-colors'
import { shiftPoint } from '../../lib/brand-draft'

/** Stands for the brand that is being made; no key looks like it. */
export const NEW = '+'

const Item = chakra('button', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr)',
    alignItems: 'center',
    gap: '3',
    w: 'full',
    minH: '13',
    px: '3',
    py: '2',
    borderRadius: 'md',
    textAlign: 'start',
    cursor: 'pointer',
    _hover: { bg: 'tint' },
    '&[aria-current]': { bg: 'tint', ...chosenInForcedColors },
    '& small': { display: 'block', textStyle: 'xs', color: 'fg.muted', overflowWrap: 'anywhere' },
    '& .seeds': { display: 'flex', '& i': { boxSize: '5', borderRadius: 'full', border: '1px solid {colors.line}' } },
    '& i + i': { ms: '-2' },
    '& > svg': { color: 'link' },
  },
})

interface Props {
  brands: BrandSummary[] | undefined
  chosen: string
  /** Keys of those with changes that are not published. */
  changed: string[]
  onChoose: (key: string) => void
}

export function BrandList({ brands, chosen, changed, onChoose }: Props) {
  const unsaved = (key: string) => changed.includes(key) && <Badge variant="warning">{words.unsaved}</Badge>
  const current = (key: string) => (key === chosen ? 'true' : undefined)
  return (
    <Card as="nav" p="2" aria-label={words.list} aria-busy={!brands}>
      {/* Above the list: below it, the button would move from under the finger when the brands arrive. */}
      <Item type="button" aria-current={current(NEW)} onClick={() => onChoose(NEW)}>
        <Icon name="plus" />
        <span>
          <strong>{words.newBrand}</strong> {unsaved(NEW)}
        </span>
      </Item>
      <ul>
        {brands?.map(({ key, name, primary, secondary, markupRate }) => (
          <li key={key}>
            <Item type="button" aria-current={current(key)} onClick={() => onChoose(key)}>
              <span className="seeds" aria-hidden="true">
                <i style={{ background: primary }} />
                <i style={{ background: secondary }} />
              </span>
              <span>
                <strong>{name}</strong> <small>{words.keyAndMarkup({ key, percent: shiftPoint(markupRate, 2) })}</small>
                {unsaved(key)}
              </span>
            </Item>
          </li>
        )) ?? <Skeleton h="10" m="2" />}
      </ul>
    </Card>
  )
}
