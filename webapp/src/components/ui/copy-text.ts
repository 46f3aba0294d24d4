import { notify } from './toast/notify'

/** Puts a text on the clipboard and says so. Browsers may refuse. */
export async function copyText(text: string) {
  try {
    await navigator.clipboard.writeText(text)
    await notify({ type: 'success', title: 'Copied to clipboard' })
  } catch {
    await notify({ type: 'warning', title: 'Could not copy', description: 'Please select the text and copy it.' })
  }
}
