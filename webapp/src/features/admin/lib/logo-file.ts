import * as words from '@/messages/admin/brand-fields'

/** In bytes: every visitor of the brand loads it. The server checks again. */
const LARGEST = 200_000
const KINDS = ['image/png', 'image/jpeg', 'image/webp']

/** The image as a data URL. Rejects with a sentence for the person. */
export async function readLogo(file: File): Promise<string> {
  if (!KINDS.includes(file.type)) throw new Error(words.logoKind)
  if (file.size > LARGEST) throw new Error(words.logoTooLarge)
  return await new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(new Error(words.logoUnreadable))
    reader.readAsDataURL(file)
  })
}
