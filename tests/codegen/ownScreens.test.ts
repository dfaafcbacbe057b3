import type { Page as Tab } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import type { TableFacts } from '../../codegen/introspect/facts.ts'
import { quoteTable } from '../../server/core/db/columns.ts'
import type { Page } from '../../src/schemas/language/page.ts'
import { follow, openSite, shot, soon } from '../harness/browser/site.ts'
import { sampleOf } from '../harness/sampling.ts'
import { schemasIn } from '../harness/schemas.ts'
import { makeDatabase } from './own/made.ts'

/** What the product itself says. */
const said = {
  'zh-cn': { edit: '编辑', detail: '详情', save: '保存' },
  en: { edit: 'Edit', detail: 'Details', save: 'Save' },
} as const
const langs = ['zh-cn', 'en'] as const

/** Screens that npm test opens: names of several words and in capitals, a view, amounts, a tree, a key of two texts that may be empty. */
const chosen: Readonly<Record<string, readonly string[]>> = {
  archive: ['shelves'],
  clinic: ['visit'],
  forum: ['forum/user'],
  school: ['students', 'student/averages'],
  warehouse: ['stock/items', 'stock/zones'],
}

/** Amounts in lists, with the decimals of their columns, a time before the years that Date takes for others, and what is no number. */
const figures: Readonly<Record<string, readonly string[]>> = {
  visit: ['80.50', '120.00'],
  'stock/items': ['18.9000', '1.1305'],
  'forum/user': ['0001-01-01 00:00', 'NaN', 'Infinity'],
}

const names = sampleOf(
  'databases whose screens are opened',
  Object.keys(chosen),
  (name) => !['school', 'warehouse'].includes(name),
)
for (const name of names) {
  const made = await makeDatabase(name)
  const { server, enterHome } = await openSite({ on: made.database, schemaDir: schemasIn(made.dir), schema: made.schema })
  afterAll(() => made.close())
  const pages = sampleOf(`screens of the ${name}`, made.pages, ({ id }) => chosen[name]?.includes(id) ?? false)

  describe.each(langs)(`the screens generated of the ${name}, in %s`, (lang) => {
    let tab: Tab
    const { edit, detail, save } = said[lang]

    test.each(pages.map((page, at) => [page.id, page, at] as const))(
      '%s: rows are listed, one is opened, changed and saved',
      async (id, page, at) => {
        tab ??= await enterHome({ lang })
        const text = (key: string) => made.schema.words.text(lang, id, key)
        const picture = `${name}-${id.replaceAll('/', '.')}-${lang}`
        await follow(tab, `/admin/${id}`)
        await tab.getByRole('heading', { level: 1, name: text('title'), exact: true }).waitFor()
        const list = tab.getByRole('main').getByRole(page.entity.tree ? 'treegrid' : 'grid')
        const first = list.getByRole('row').nth(1)
        await first.waitFor()
        for (const { field } of page.table.columns.filter((column) => !column.hidden && !column.field.includes('.')))
          expect(await list.getByRole('columnheader', { name: text(`fields.${field}.label`) }).count(), field).toBeGreaterThan(0)
        expect(await list.getByRole('columnheader').evaluateAll(titlesCut)).toEqual([])
        for (const figure of figures[id] ?? []) await list.getByText(figure, { exact: true }).waitFor()
        await shot(tab, picture)
        const { readOnly } = page.entity
        // Rows without a key of one column cannot be opened.
        if (!page.table.row.includes(readOnly ? 'detail' : 'edit')) return
        await first.getByRole('button', { name: readOnly ? detail : edit, exact: true }).click()
        const record = tab.getByRole('dialog')
        await record.waitFor()
        if (lang === 'zh-cn')
          expect(await record.getByRole('heading').first().innerText()).not.toMatch(
            /\p{Script=Han}[a-z\d]|[a-z\d]\p{Script=Han}/iu,
          )
        const shown = readOnly
          ? (page.detail ?? []).flatMap((part) => part.fields)
          : page.form.sections.flatMap((part) => part.fields)
        for (const field of shown.filter((each) => page.fields[each]))
          await record
            .getByText(text(`fields.${field}.label`))
            .first()
            .waitFor()
        await shot(tab, `${picture}-record`)
        const field = readOnly ? undefined : freeText(page, made.facts.get(page.entity.table))
        if (field === undefined) {
          await tab.keyboard.press('Escape')
          await record.waitFor({ state: 'hidden' })
          return
        }
        const value = `changed ${at} ${lang}`
        await record.getByRole('textbox', { name: text(`fields.${field}.label`), exact: true }).fill(value)
        await record.getByRole('button', { name: save, exact: true }).click()
        await record.waitFor({ state: 'hidden' })
        await soon(() => countOf(page, field, value)).toBe(1)
        if (page.table.columns.some((column) => column.field === field && !column.hidden))
          await list.getByRole('row').filter({ hasText: value }).first().waitFor()
      },
    )
  })

  async function countOf({ entity }: Page, field: string, value: string): Promise<number> {
    const column = `"${field.replaceAll('"', '""')}"`
    const [row] = await server.query<{ n: number }>(
      `select count(*)::int as n from ${quoteTable(entity.table)} where ${column}::text = $1`,
      [value],
    )
    return row?.n ?? 0
  }
}

/** Titles of columns that are not seen in full. */
const titlesCut = (heads: Element[]) =>
  heads.flatMap((head) => {
    const title = head.querySelector('[data-tip]')
    return title && title.scrollWidth > title.clientWidth + 1 ? [title.textContent] : []
  })

/** A field of the form that takes any short text: no part of a key, and nothing that points at another table. */
function freeText({ form, fields, entity }: Page, facts: TableFacts | undefined): string | undefined {
  const keys = [...(facts?.primaryKey ?? []), ...(facts?.foreignKeys ?? []).map(({ column }) => column)]
  return form.sections
    .flatMap((part) => part.fields)
    .find((name) => {
      const field = fields[name]
      const isText = field && ['string', 'textarea'].includes(field.kind) && ['varchar', 'text'].includes(field.store?.type ?? '')
      const isBound = field?.readOnly || field?.writeOnce || field?.pattern || field?.secret || field?.options || field?.unique
      return isText && !isBound && (field.maxLength ?? 40) >= 20 && name !== entity.key && !keys.includes(name)
    })
}
