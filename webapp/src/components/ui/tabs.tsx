'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { useScrollEdges } from '@/lib/use-scroll-edges'
import { fadedEdges } from '@/theme/faded-edges'
import { drawnInForcedColors } from '@/theme/forced-colors'

const List = chakra('div', {
  base: {
    display: 'flex',
    gap: { base: '4', md: '6' },
    overflowX: 'auto',
    scrollbarWidth: 'none',
    ...fadedEdges,
    '& [role=tab]': {
      position: 'relative',
      display: 'inline-flex',
      alignItems: 'center',
      gap: '2',
      minH: { base: '3.125rem', md: '14' },
      fontSize: { base: 'label', md: 'md' },
      fontWeight: 'medium',
      color: 'fg.muted',
      whiteSpace: 'nowrap',
      cursor: 'pointer',
      _focusVisible: { outlineOffset: '-2px' },
    },
    '& [aria-selected=true]': {
      color: 'ink',
      fontWeight: 'semibold',
      _after: {
        content: '""',
        position: 'absolute',
        inset: 'auto 0 0',
        h: '3px',
        bg: 'route',
        borderRadius: '3px 3px 0 0',
        ...drawnInForcedColors('Highlight'),
      },
    },
  },
})
const Count = chakra('span', {
  base: {
    display: 'inline-grid',
    placeItems: 'center',
    minW: '1.375rem',
    h: '1.375rem',
    px: '1.5',
    borderRadius: 'full',
    bg: 'tint',
    color: 'ink',
    fontSize: 'micro',
    fontWeight: 'semibold',
    fontVariantNumeric: 'tabular-nums',
  },
})

interface Tab<Value extends string> {
  value: Value
  label: string
  count?: number
  panel?: ReactNode
}

interface Props<Value extends string> {
  label: string
  tabs: readonly Tab<Value>[]
  value: Value
  onChange: (value: Value) => void
  /** Without tabs that bring a panel of their own, the one region they all control. */
  panelId?: string
  /** All panels stand in the page, so that their text is there before any script; the chosen one is seen. */
  keepsPanels?: boolean
}

/** A tab list by the WAI-ARIA pattern: arrows, Home and End move and choose, Tab goes on to the panel. */
export function Tabs<Value extends string>({
  label,
  tabs,
  value,
  onChange,
  panelId,
  keepsPanels = false,
}: Props<Value>) {
  const ownId = useId()
  const panelOf = (tab: Value) => panelId ?? (keepsPanels ? `${ownId}-${tab}-panel` : `${ownId}-panel`)
  const list = useRef<HTMLDivElement>(null)
  const more = useScrollEdges(list)
  const chosen = tabs.find((tab) => tab.value === value)
  const panels = tabs.filter((tab) => keepsPanels || tab === chosen)
  const choose = (event: KeyboardEvent<HTMLDivElement>) => {
    const next = nextIndex(event.key, tabs.indexOf(chosen ?? (tabs[0] as Tab<Value>)), tabs.length)
    const tab = next === null ? undefined : tabs[next]
    if (!tab) return
    event.preventDefault()
    onChange(tab.value)
    event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')[next as number]?.focus()
  }
  return (
    <>
      <List ref={list} role="tablist" aria-label={label} data-more={more || undefined} onKeyDown={choose}>
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${ownId}-${tab.value}`}
            data-tab={tab.value}
            aria-selected={tab.value === value}
            aria-controls={panelOf(tab.value)}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => onChange(tab.value)}
          >
            {tab.label} {tab.count !== undefined && <Count>{tab.count}</Count>}
          </button>
        ))}
      </List>
      {!panelId &&
        panels.map((tab) => (
          <div
            key={keepsPanels ? tab.value : 'panel'}
            role="tabpanel"
            id={panelOf(tab.value)}
            aria-labelledby={`${ownId}-${tab.value}`}
            hidden={tab.value !== value}
          >
            {tab.panel}
          </div>
        ))}
    </>
  )
}

function nextIndex(key: string, current: number, count: number) {
  if (key === 'ArrowRight') return (current + 1) % count
  if (key === 'ArrowLeft') return (current - 1 + count) % count
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return null
}
