/** What a page says of itself as it sends its visitor away, for the page they come to. In memory alone. */
interface PartingWords {
  title: string
  description: string
}

let said: PartingWords | null = null

export const sayInParting = (words: PartingWords) => {
  said = words
}
export const partingWords = () => said
export const forgetPartingWords = () => {
  said = null
}
