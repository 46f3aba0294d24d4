import { saveFile } from '@/lib/save-file'

/** Has the browser save a value as a JSON file that people can read. */
export const saveAsJson = (name: string, value: unknown) =>
  saveFile(name, new Blob([JSON.stringify(value, null, 2)], { type: 'application/json' }))
