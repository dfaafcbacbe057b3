import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../../tests/harness/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ database: 'demo' })
}, 180_000)
afterAll(() => server?.close())

const totalsFor = async (username: string, controller: string) => {
  const { body } = await (await server.signIn(username)).get<{ summary: object; tabs: object }>(`/admin/${controller}/summary`)
  expect(body.code, `${username} ${controller}: ${body.msg}`).toBe(1)
  return body.data
}

test.each(['shop.order.Order', 'shop.order.Refund'])(
  '%s totals amounts for who may see turnover, and counts for all',
  async (page) => {
    const finance = await totalsFor('finance', page)
    expect(Object.values(finance.summary).every((figure) => /^\d+\.\d\d$/.test(String(figure)))).toBe(true)
    expect(Object.keys(finance.summary)).toHaveLength(2)
    for (const username of ['packer', 'service']) {
      const { summary, tabs } = await totalsFor(username, page)
      expect(summary).toEqual({})
      expect(Object.keys(tabs)).toEqual(Object.keys(finance.tabs))
    }
  },
)
