import * as words from '@/messages/components/copy'
import { notify } from './toast/notify'

/** Puts a text on the clipboard and says so. Browsers may refuse. */
export async function copyText(text: string) {
  try {
    await navigator.clipboard.writeText(text)
    await notify({ type: 'success', title: words.copied })
  } catch {
    await notify({ type: 'warning', title: words.copyFailed, description: words.copyByHand })
  }
}
