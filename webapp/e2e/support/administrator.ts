import { randomUUID } from 'node:crypto'
import { sql } from './database'

export const ADMIN_PASSWORD = 'admin-Fareway-2026'

/**
 * Makes an administrator whom no other test has, with the password of the demonstration's. Only an operator can make one,
 * from the command line. Answers the user name.
 */
export function makeAdministrator() {
  const username = `root-${randomUUID().slice(0, 8)}`
  sql(`insert into identity.account
    (id, brand, username, email, first_name, last_name, password_hash, created_at)
    select gen_random_uuid(), null, '${username}', '${username}@operator.example', 'Site', 'Administrator',
      password_hash, now()
    from identity.account where username = 'admin' and brand is null`)
  return username
}

/** What the operator's command does once the test is over: the system is as it was. */
export function removeAdministrator(username: string) {
  sql(`delete from identity.account where username = '${username}'`)
}
