/** "1 flight", "2 flights": for nouns whose plural has an s. */
export const counted = (count: number, noun: string) => `${count} ${count === 1 ? noun : `${noun}s`}`
