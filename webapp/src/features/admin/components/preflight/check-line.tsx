import { Badge } from '@/components/ui/badge'
import { Icon } from '@/components/ui/icon'
import { Box, Row, Text } from '@/components/ui/layout'
import type { PreflightLine } from '@/lib/api/types'
import type { Check } from '../../lib/preflight'

const states = {
  passed: { word: 'Passed', icon: 'ok', variant: 'success' },
  warning: { word: 'Warning', icon: 'alert', variant: 'warning' },
  failed: { word: 'Failed', icon: 'close', variant: 'destructive' },
  skipped: { word: 'Skipped', icon: 'minus', variant: 'outline' },
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
  return (
    <Box mt={isFirst ? undefined : '3'}>
      {line.evidence && <Text overflowWrap="anywhere">{line.evidence}</Text>}
      {line.remedy && line.state !== 'passed' && (
        <Text mt="1" overflowWrap="anywhere">
          <strong>What to do:</strong> {line.remedy}
        </Text>
      )}
      <Text mt="1" textStyle="xs" color="fg.muted">
        {differs && `${states[line.state].word}. `}Checked by {line.checkedBy}
        {!line.isRequired && ', optional'}
      </Text>
    </Box>
  )
}
