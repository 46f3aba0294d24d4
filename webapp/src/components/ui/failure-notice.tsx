import { Notice } from '@/components/ui/notice'

/** Why the form was not taken, above its fields. */
export function FailureNotice({ title, words }: { title: string; words: string }) {
  if (!words) return null
  return (
    <Notice tone="error" role="alert">
      <strong>{title}.</strong> {words}
    </Notice>
  )
}
