import { Client } from 'pg'
import { afterAll, expect, test } from 'vitest'
import { freshDatabase } from './database.ts'

const made: { drop(): Promise<void> }[] = []
afterAll(() => Promise.all(made.map((each) => each.drop())))

test('a test gets a database of its own, owned by a role that is no superuser', async () => {
  const [one, two] = await Promise.all([freshDatabase('empty'), freshDatabase('empty')])
  made.push(one, two)
  expect(one.name).not.toBe(two.name)
  const client = new Client({ connectionString: one.url })
  await client.connect()
  const { rows } = await client.query(
    `SELECT current_database() AS name, rolsuper, rolcreatedb, rolcreaterole FROM pg_roles WHERE rolname = current_user`,
  )
  await client.end()
  expect(rows).toEqual([{ name: one.name, rolsuper: false, rolcreatedb: false, rolcreaterole: false }])
})
