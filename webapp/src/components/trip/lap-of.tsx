import { Text } from '@/components/ui/layout'
import * as words from '@/messages/lib/travelers'

/** On whose lap an infant sits; nothing for anybody else. */
export function LapOf({ adult }: { adult: string | null }) {
  if (!adult) return null
  return (
    <Text color="fg.muted" textStyle="sm">
      {words.onLapOf({ name: adult })}
    </Text>
  )
}
