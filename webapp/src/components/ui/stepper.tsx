'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import * as words from '@/messages/components/ui'
import { Icon } from './icon'
import { Hidden } from './layout'

const Root = chakra('nav', {
  base: {
    bg: 'surface',
    borderBottom: '1px solid {colors.line}',
    '& ol': {
      display: 'grid',
      gridAutoFlow: 'column',
      gridAutoColumns: 'minmax(0, 1fr)',
      py: '5',
      // The longest name of the last step ends with the page's own edge.
      px: { base: '4', md: '0' },
      maxW: 'container',
      mx: 'auto',
    },
    '& li': {
      position: 'relative',
      display: 'grid',
      alignContent: 'start',
      justifyItems: 'center',
      gap: '2',
      px: { md: '1' },
      textAlign: 'center',
      textStyle: { base: 'micro', md: 'sm' },
      color: 'fg.muted',
    },
    '& li::before': {
      content: '""',
      position: 'absolute',
      top: '0.8125rem',
      insetStart: '-50%',
      w: 'full',
      borderTop: '2px dotted {colors.line.strong}',
    },
    // On a phone names of two words break alike, however wide the window is.
    '& .name': { maxW: { base: 'min-content', md: 'none' } },
    '& li:first-of-type::before': { display: 'none' },
    '& button': {
      display: 'grid',
      justifyItems: 'center',
      gap: '2',
      cursor: 'pointer',
      _hover: { color: 'link', '& .name': { textDecoration: 'underline' } },
    },
    '& .mark': {
      position: 'relative',
      zIndex: 'raised',
      display: 'grid',
      placeItems: 'center',
      boxSize: '7',
      borderRadius: 'full',
      bg: 'surface',
      border: '2px solid {colors.line.strong}',
      fontSize: 'xs',
      fontWeight: 'semibold',
      fontVariantNumeric: 'tabular-nums',
    },
    '& [data-done] .mark': { bg: 'solid', borderColor: 'solid', color: 'solid.contrast' },
    '& [data-done]::before, & [aria-current]::before': { borderTop: '2px solid {colors.route}' },
    '& [aria-current]': { color: 'ink', fontWeight: 'semibold' },
    '& [aria-current] .mark': {
      borderColor: 'route',
      color: 'ink',
      boxShadow: '0 0 0 4px {colors.tint.strong}',
      _highContrast: { outline: '2px solid Highlight', outlineOffset: '2px' },
    },
  },
})

interface Props {
  label: string
  steps: readonly string[]
  current: number
  /** Goes back to a completed step; without it the steps only inform. */
  onBack?: (index: number) => void
}

/** Where the traveller is in a flow. Completed steps lead back, where the flow allows it. */
export function Stepper({ label, steps, current, onBack }: Props) {
  return (
    <Root aria-label={label}>
      <ol>
        {steps.map((step, index) => (
          <li
            key={step}
            data-done={index < current ? '' : undefined}
            aria-current={index === current ? 'step' : undefined}
          >
            {index < current && onBack ? (
              <button type="button" onClick={() => onBack(index)}>
                <Step name={step} index={index} isDone />
              </button>
            ) : (
              <Step name={step} index={index} isDone={index < current} />
            )}
          </li>
        ))}
      </ol>
    </Root>
  )
}

function Step({ name, index, isDone }: { name: string; index: number; isDone: boolean }) {
  return (
    <>
      <span className="mark" aria-hidden="true">
        {isDone ? <Icon name="check" size="sm" /> : index + 1}
      </span>
      <span className="name">
        {isDone ? words.stepDone({ step: name, hidden: (text) => <Hidden>{text}</Hidden> }) : name}
      </span>
    </>
  )
}
