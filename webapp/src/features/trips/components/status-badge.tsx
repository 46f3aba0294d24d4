'use client'
import { Badge } from '@/components/ui/badge'
import { Icon, type IconName } from '@/components/ui/icon'
import type { BookingStatus } from '@/lib/api/types'
import { statusLabels } from '../lib/trips'

const looks: Record<BookingStatus, ['success' | 'secondary' | 'outline' | 'destructive', IconName]> = {
  confirmed: ['success', 'check'],
  pending: ['secondary', 'clock'],
  completed: ['outline', 'ok'],
  cancelled: ['destructive', 'close'],
  failed: ['destructive', 'alert'],
}

export function StatusBadge({ status }: { status: BookingStatus }) {
  const [variant, icon] = looks[status]
  return (
    <Badge variant={variant}>
      <Icon name={icon} />
      {statusLabels[status]}
    </Badge>
  )
}
