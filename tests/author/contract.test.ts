import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Client, signIn } from '../../codegen/contract/client.ts'
import { compareContract } from '../../codegen/contract/contract.ts'
import type { Schema } from '../../codegen/schema/schema.ts'
import type { Page } from '../../src/schemas/language/page.ts'
import { OWNER_PASSWORD } from '../harness/database.ts'
import { productSchema } from '../harness/schemas.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'
import type { Json } from './house.ts'

let schema: Schema
let server: TestServer
let client: Client
beforeAll(async () => {
  schema = await productSchema()
  server = await startTestServer({ database: 'demo' })
  client = await signIn(server.url, 'admin', OWNER_PASSWORD)
})
afterAll(() => server?.close())

const locate = async (page: string, issue: { path: readonly (string | number)[]; what: string }) =>
  ({ ...issue, file: page }) as never

/** The differences of one page that was changed after the server was started with it. */
async function differences(id: string, edit: (page: Json) => void): Promise<string[]> {
  const page = structuredClone(schema.pages.get(id)) as unknown as Page
  edit(page)
  const changed = { ...schema, pages: new Map([...schema.pages, [id, page]]) }
  const [compared] = await compareContract(changed, client, { only: [page.id], locate })
  return (compared?.differences ?? []).map(({ path, what }) => `${path.join('.')}: ${what}`)
}

describe('the contract with a server', () => {
  test('is kept by a server of the same pages, on all of them', async () => {
    const compared = await compareContract(schema, client, { locate })
    expect(compared.length).toBeGreaterThan(40)
    expect(compared.flatMap(({ page, differences: found }) => found.map(({ what }) => `${page}: ${what}`))).toEqual([])
  }, 120_000)

  test('is broken by an address that is not there', async () => {
    expect(await differences('user/user', (page) => (page.controller = 'user.Nobody'))).toContain(
      'controller: /admin/user.Nobody/index answers HTTP 404: there is no such address',
    )
  })

  test('is broken by a column that is not delivered', async () => {
    const found = await differences(
      'user/user',
      (page) => (page.table.columns[1] = { ...page.table.columns[1], field: 'shoe_size' }),
    )
    expect(found).toEqual(['table.columns.1: the server delivers no "shoe_size"'])
  })

  test('is broken by a value that is no option', async () => {
    const found = await differences('user/user', (page) => (page.fields.gender.options = [{ value: 9 }]))
    expect(found).toHaveLength(1)
    expect(found[0]).toMatch(/^fields\.gender: the server delivers "?[012]"?, which is no option of it$/)
  })

  test('is broken by a right that the menu has no button for, and by a menu entry that is not there', async () => {
    expect(await differences('user/user', (page) => (page.actions.edit.node = 'mend'))).toEqual([
      'actions.edit.node: the server\'s menu has no button "user/user/mend"',
    ])
    expect(await differences('user/user', (page) => (page.id = 'user/nobody'))).toEqual([
      ': the server\'s menu has no entry "user/nobody" for this person',
    ])
  })

  test('is not asked of a server that lets nobody in', async () => {
    await expect(signIn(server.url, 'admin', 'not-the-password')).rejects.toThrow(/The server refuses "admin": ./)
    await expect(signIn('http://127.0.0.1:9', 'admin', 'x')).rejects.toThrow('http://127.0.0.1:9 does not answer.')
  })
})

describe('kontor contract', () => {
  const run = promisify(execFile)
  const contract = async (...args: string[]) => {
    const env = { ...process.env, OWNER: OWNER_PASSWORD }
    const failed = (error: unknown) => error as { code: number; stdout: string; stderr: string }
    return run(process.execPath, ['codegen/contract/cli.ts', ...args], { env }).then((done) => ({ ...done, code: 0 }), failed)
  }

  test('says what was compared, and ends with 2 when it is called wrongly', async () => {
    const options = ['--against', server.url, '--username', 'admin', '--password-env', 'OWNER']
    expect(await contract(...options, '--page', 'user/user')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('1 page compared: no differences'),
    })
    expect(await contract(...options, '--page', 'user/usre')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('there is no page "user/usre"'),
    })
    expect(await contract()).toMatchObject({ code: 2, stderr: expect.stringContaining('--password-env') })
  }, 120_000)
})
