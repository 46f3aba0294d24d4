'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { type KeyboardEvent, type ReactNode, useId } from 'react'

const List = chakra('div', {
  base: {
    display: 'flex',
    gap: { base: '4', md: '6' },
    overflowX: 'auto',
    scrollbarWidth: 'none',
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
}

/** A tab list by the WAI-ARIA pattern: arrows, Home and End move and choose, Tab goes on to the panel. */
export function Tabs<Value extends string>({ label, tabs, value, onChange, panelId }: Props<Value>) {
  const ownId = useId()
  const chosen = tabs.find((tab) => tab.value === value)
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
      <List role="tablist" aria-label={label} onKeyDown={choose}>
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${ownId}-${tab.value}`}
            aria-selected={tab.value === value}
            aria-controls={panelId ?? `${ownId}-panel`}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => onChange(tab.value)}
          >
            {tab.label} {tab.count !== undefined && <Count>{tab.count}</Count>}
          </button>
        ))}
      </List>
      {!panelId && (
        <div role="tabpanel" id={`${ownId}-panel`} aria-labelledby={`${ownId}-${value}`}>
          {chosen?.panel}
        </div>
      )}
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
