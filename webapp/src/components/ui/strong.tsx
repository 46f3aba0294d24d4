/** The emphasised part of a message. */
export const strong = (text: string) => <strong>{text}</strong>
