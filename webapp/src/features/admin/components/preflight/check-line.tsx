import { Badge } from '@/components/ui/badge'
import { Icon } from '@/components/ui/icon'
import { Box, Row, Text } from '@/components/ui/layout'
import { strong } from '@/components/ui/strong'
import type { PreflightLine } from '@/lib/api/types'
import * as words from '@/messages/admin/preflight'
import type { Check } from '../../lib/preflight'

const states = {
  passed: { word: words.passed, icon: 'ok', variant: 'success' },
  warning: { word: words.warning, icon: 'alert', variant: 'warning' },
  failed: { word: words.failed, icon: 'close', variant: 'destructive' },
  skipped: { word: words.skipped, icon: 'minus', variant: 'outline' },
} as const

/** One check: its state as icon and word, and what each service that ran it has seen. */
export function CheckLine({ of: { worst, lines } }: { of: Check }) {
  return (
    <li>
      <Row flexWrap="wrap" mb="2">
        <State of={worst.state} />
        <strong>{worst.title}</strong>
      </Row>
      {lines.map((line, index) => (
        <Sighting key={line.checkedBy} of={line} isFirst={index === 0} differs={line.state !== worst.state} />
      ))}
    </li>
  )
}

function State({ of }: { of: PreflightLine['state'] }) {
  const { word, icon, variant } = states[of]
  return (
    <Badge variant={variant}>
      <Icon name={icon} />
      {word}
    </Badge>
  )
}

interface SightingProps {
  of: PreflightLine
  isFirst: boolean
  /** The check as a whole is in another state. */
  differs: boolean
}

/** What one service saw, and what to do where something is wrong. */
function Sighting({ of: line, isFirst, differs }: SightingProps) {
  const checkedBy = line.isRequired ? words.checkedBy : words.checkedByOptional
  return (
    <Box mt={isFirst ? undefined : '3'}>
      {line.evidence && <Text overflowWrap="anywhere">{line.evidence}</Text>}
      {line.remedy && line.state !== 'passed' && (
        <Text mt="1" overflowWrap="anywhere">
          {words.remedy({ remedy: line.remedy, strong })}
        </Text>
      )}
      <Text mt="1" textStyle="xs" color="fg.muted">
        {differs && `${words.state({ state: states[line.state].word })} `}
        {checkedBy({ service: line.checkedBy })}
      </Text>
    </Box>
  )
}
