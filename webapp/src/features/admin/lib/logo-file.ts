/** In bytes: every visitor of the brand loads it. The server checks again. */
const LARGEST = 200_000
const KINDS = ['image/png', 'image/jpeg', 'image/webp']

/** The image as a data URL. Rejects with a sentence for the person. */
export async function readLogo(file: File): Promise<string> {
  if (!KINDS.includes(file.type)) throw new Error('Please choose a PNG, JPEG or WebP image.')
  if (file.size > LARGEST) throw new Error('Please choose an image of up to 200 kB.')
  return await new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(new Error('We couldn’t read this file.'))
    reader.readAsDataURL(file)
  })
}
