/** The token of a mailed link, while its owner logs in. In memory alone, so that no storage has it. */
let token: string | null = null

export const keepToken = (next: string | null) => {
  token = next
}
export const keptToken = () => token
