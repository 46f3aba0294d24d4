/** What a page says of itself as it sends its visitor away, for the page they come to. In memory alone. */
interface FlashMessage {
  title: string
  description: string
}

let message: FlashMessage | null = null

export const setFlashMessage = (next: FlashMessage) => {
  message = next
}
export const flashMessage = () => message
export const clearFlashMessage = () => {
  message = null
}
