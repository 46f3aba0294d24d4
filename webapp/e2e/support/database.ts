import { execFileSync } from 'node:child_process'

/** The stack's database, by default that of `make run`. */
const database = process.env.E2E_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:54320/fareway'

/** What only an operator can do, or only time. Answers the rows, without heads. */
export const sql = (statement: string) =>
  execFileSync('psql', [database, '-q', '-A', '-t', '-v', 'ON_ERROR_STOP=1', '-c', statement], {
    encoding: 'utf8',
  }).trim()
