import { Badge } from '@/components/ui/badge'
import { Icon } from '@/components/ui/icon'
import { Row, Text } from '@/components/ui/layout'
import type { PreflightLine } from '@/lib/api/types'

const states = {
  passed: { word: 'Passed', icon: 'ok', variant: 'success' },
  warning: { word: 'Warning', icon: 'alert', variant: 'warning' },
  failed: { word: 'Failed', icon: 'close', variant: 'destructive' },
  skipped: { word: 'Skipped', icon: 'minus', variant: 'outline' },
} as const

/** One check: its state as icon and word, what was seen, and what to do where something is wrong. */
export function CheckLine({ of }: { of: PreflightLine }) {
  const { word, icon, variant } = states[of.state]
  return (
    <li>
      <Row flexWrap="wrap" mb="2">
        <Badge variant={variant}>
          <Icon name={icon} />
          {word}
        </Badge>
        <strong>{of.title}</strong>
      </Row>
      {of.evidence && <Text overflowWrap="anywhere">{of.evidence}</Text>}
      {of.remedy && of.state !== 'passed' && (
        <Text mt="1" overflowWrap="anywhere">
          <strong>What to do:</strong> {of.remedy}
        </Text>
      )}
      <Text mt="1" textStyle="xs" color="fg.muted">
        Checked by {of.checkedBy}
        {!of.isRequired && ', not required'}
      </Text>
    </li>
  )
}
