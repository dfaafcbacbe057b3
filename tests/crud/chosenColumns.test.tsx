import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cellOf, readOnlyCellOf, renderCell } from '../../src/renderers/cells/draw.ts'
import { valueAt } from '../../src/renderers/cells/value.ts'
import type { Row } from '../../src/renderers/define.ts'
import { fieldAt, filtersOf, gridColumns } from '../../src/renderers/screens/crud/columns.ts'
import { shownColumns } from '../../src/renderers/screens/crud/views/prefs.ts'
import { namedIn } from '../../src/runtime/crud/actions/named.ts'
import { nextStep } from '../../src/runtime/crud/actions/next.ts'
import { decodeRecord, flatRows, keyOfRow } from '../../src/runtime/rows.ts'
import type { Condition } from '../../src/schemas/condition.ts'
import { actionsOf } from '../../src/schemas/language/action/actionOf.ts'
import { usualSummary } from '../../src/schemas/language/action/usualSummary.ts'
import { callAddress } from '../../src/schemas/language/area/area.ts'
import { holds } from '../../src/schemas/language/condition/predicate.ts'
import { titleText } from '../../src/schemas/language/list/naming.ts'
import type { Column } from '../../src/schemas/language/list/table.ts'
import type { Page } from '../../src/schemas/language/page.ts'
import { locales } from '../../src/schemas/language/words.ts'
import type { Client } from '../harness/client.ts'
import { productSchema } from '../harness/schemas.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'
import { env as listEnv } from '../renderers/face.ts'

const schema = await productSchema()
const pages = [...schema.pages.values()].filter(({ kind, area, source }) => kind === 'crud' && area === 'admin' && !source)
const now = 1_795_000_000

let server: TestServer
let owner: Client

beforeAll(async () => {
  server = await startTestServer({ database: 'demo' })
  owner = await server.signIn('admin')
}, 180_000)
afterAll(() => server.close())

const meets = (condition: Condition, row: Row) => holds(condition, { values: row, selfId: 1, now })
const env = { ...listEnv, holds: meets }

/** Rows of a list as the screen holds them. */
async function rowsOf(page: Page, columns?: readonly string[]): Promise<{ rows: Row[]; total: unknown }> {
  const asked = { limit: 20, ...(columns ? { columns: columns.join(',') } : {}) }
  const { body } = await owner.get<{ list: Row[]; total?: number }>(callAddress(page, 'index'), asked)
  expect(body.code, `${page.id}: ${body.msg}`).toBe(1)
  const rows = [...flatRows(body.data.list.map((row) => decodeRecord(page, row)))]
  return { rows: rows.slice(0, 60), total: body.data.total } // trees come whole
}

function drawn(page: Page, row: Row, column: Column, cell = cellOf(column.cell)): string {
  const one = (name: string) =>
    renderToStaticMarkup(
      <div>
        {renderCell(cell, {
          value: valueAt(row, name),
          row,
          column: { ...column, field: name },
          field: fieldAt(page, name),
          env,
        })}
      </div>,
    )
  const links = (column.links ?? []).map((link) => filtersOf(link, row))
  return JSON.stringify([one(column.field), column.secondary.map((name) => valueAt(row, name)), links])
}

/** Everything that the screen draws of a row, decides by it, or says of it. */
function seen(page: Page, row: Row, shown: readonly string[]) {
  const columns = page.table.columns.filter(({ field }) => shown.includes(field))
  const named = namedIn(row, {}, { fields: {} })
  return {
    key: keyOfRow(page, row),
    title: titleText(page, row),
    cells: columns.map((column) => drawn(page, row, column)),
    actions: Object.values(page.actions).map(({ name, when }) => [name, when ? meets(when, row) : true]),
    denied: row._denied,
    questions: Object.keys(page.actions).flatMap((name) =>
      locales.flatMap((locale) =>
        ['confirm', 'yes'].map((word) =>
          schema.words.text(locale, page.id, `actions.${name}.${word}`).replaceAll(/\{([\w.]+)\}/g, (_, at) => String(named[at])),
        ),
      ),
    ),
    next: Object.keys(page.actions).map((action) => nextStep(page, { action, ids: [1], data: {} }, row)),
    facts: actionsOf(page, 'run').flatMap(({ summary }) =>
      page.table.columns
        .filter(({ field }) => [...summary, ...usualSummary(page)].some((fact) => fact.field === field))
        .map((c) => drawn(page, row, c, readOnlyCellOf(c.cell))),
    ),
    order: [page.entity.tree && row[page.entity.tree.parent], page.entity.weigh && row[page.entity.weigh]],
  }
}

const size = (rows: readonly Row[]) => JSON.stringify(rows).length

test.each(pages.map((page) => [page.id, page] as const))(
  'rows with the columns that are shown are drawn, offer and ask the same as whole ones: %s',
  async (_, page) => {
    const whole = await rowsOf(page)
    const every = page.table.columns.map(({ field }) => field)
    expect(gridColumns(page, () => undefined).map(({ id }) => id)).toEqual(every)
    for (const shown of [shownColumns(page, {}), every]) {
      const narrow = await rowsOf(page, shown)
      expect(narrow.total).toBe(whole.total)
      expect(narrow.rows.map((row) => seen(page, row, shown))).toEqual(whole.rows.map((row) => seen(page, row, shown)))
      expect(size(narrow.rows)).toBeLessThanOrEqual(size(whole.rows))
    }
  },
  20_000,
)

test('the columns that a person shows are all that travels of members, and a form about one opens with the whole record', async () => {
  const page = schema.pages.get('user/user')
  if (!page) throw new Error('no page of members')
  const whole = await rowsOf(page)
  const narrow = await rowsOf(page, ['id', 'nickname'])
  expect(size(narrow.rows) * 2).toBeLessThan(size(whole.rows))
  const { body } = await owner.get<{ row: Row }>(callAddress(page, 'edit'), { id: narrow.rows[0]?.id })
  expect(Object.keys(body.data.row)).toEqual(expect.arrayContaining(['username', 'email', 'motto', '_version']))
})

test('names that are no columns change nothing, and a client of BuildAdmin gets whole rows whatever it names', async () => {
  const page = schema.pages.get('shop/order/order')
  if (!page) throw new Error('no page of orders')
  const [plain] = (await rowsOf(page, ['order_no'])).rows
  const [strange] = (await rowsOf(page, ['order_no', 'transaction_no', 'no_such', 'user.password'])).rows
  expect(strange).toEqual(plain)
  const other = owner.with({ headers: { 'x-kontor-strict': '0' } })
  const { body } = await other.get<{ list: Row[] }>(callAddress(page, 'index'), { limit: 1, columns: 'order_no' })
  const more = Object.keys(body.data.list[0] ?? {}).filter((name) => !Object.hasOwn(plain ?? {}, name))
  expect(more).not.toEqual([])
})
