'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { type ReactNode, useId, useState } from 'react'
import { Icon } from './icon'

const Root = chakra('ul', {
  base: {
    borderBottom: '1px solid {colors.line}',
    '& li': { borderTop: '1px solid {colors.line}' },
    '& h3': { textStyle: 'h4' },
    '& button': {
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'space-between',
      gap: '4',
      w: 'full',
      minH: '3.75rem',
      py: '2',
      textAlign: 'start',
      fontWeight: 'semibold',
      color: 'ink',
      cursor: 'pointer',
    },
    '& button svg': { flex: 'none', color: 'link', transition: 'rotate 200ms' },
    '& [aria-expanded=true] svg': { rotate: '180deg' },
    '& .answer': { maxW: '42rem', pb: '5', pe: { md: '12' }, animation: 'rise-in 200ms' },
  },
})

/** Questions and answers, one open at a time; a press on the open one closes it. */
export function Accordion({ items }: { items: readonly { question: string; answer: ReactNode }[] }) {
  const [open, setOpen] = useState<number | null>(null)
  const id = useId()
  return (
    <Root>
      {items.map(({ question, answer }, index) => (
        <li key={question}>
          <h3>
            <button
              type="button"
              id={`${id}-q${index}`}
              aria-expanded={open === index}
              aria-controls={`${id}-a${index}`}
              onClick={() => setOpen(open === index ? null : index)}
            >
              {question}
              <Icon name="chevron-down" />
            </button>
          </h3>
          <section
            className="answer"
            id={`${id}-a${index}`}
            aria-labelledby={`${id}-q${index}`}
            hidden={open !== index}
          >
            {answer}
          </section>
        </li>
      ))}
    </Root>
  )
}
