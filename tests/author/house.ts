import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { loadSchema } from '../../codegen/load/pages.ts'
import type { Schema } from '../../codegen/schema/schema.ts'

/** Parts of a JSON file that a test changes. */
// biome-ignore lint/suspicious/noExplicitAny: tests write into pages as their authors do
export type Json = any

/** A screen over a table of houses, its words and its place in the menu, as files of a folder. */
export interface House {
  page: Json
  en: Json
  'zh-cn': Json
  menu: Json
}

export const pageId = 'rent/house'

/** A new copy of it. */
export function house(): House {
  const buttons = ['index', 'add', 'edit', 'del', 'close', 'reveal']
  return structuredClone({
    page,
    en: words('House', ['Name', 'Phone', 'State', 'Empty', 'Let', 'Sold', 'Price', 'Note', 'Reason'], ['Close', 'Close it?']),
    'zh-cn': words('房屋', ['名称', '电话', '状态', '空置', '已出租', '已售', '价格', '备注', '原因'], ['关闭', '确定关闭？']),
    menu: [
      { type: 'menu_dir', name: 'rent', title: '租赁', title_en: 'Rent', icon: 'pi pi-home' },
      {
        type: 'menu',
        name: pageId,
        parent: 'rent',
        title: '房屋',
        title_en: 'Houses',
        icon: 'pi pi-home',
        menu_type: 'tab',
        component: pageId,
        keepalive: 1,
        buttons,
      },
    ],
  })
}

const page = {
  version: 1,
  kind: 'crud',
  entity: { table: 'rent_house', unindexedBecause: 'a few rows', sort: [['id', 'asc']], unique: [['name', 'state']] },
  fields: {
    name: { kind: 'string', required: true, maxLength: 40 },
    phone: { kind: 'mobile', mask: 'middle' },
    state: {
      kind: 'select',
      default: 1,
      options: [
        { value: 1, tag: 'info' },
        { value: 2, tag: 'success' },
        { value: 3, tag: 'danger' },
      ],
    },
    price: { kind: 'money', min: '0.00' },
    note: { kind: 'textarea', maxLength: 200, readOnly: true },
  },
  table: {
    columns: ['name', 'phone', { field: 'state', cell: 'tag' }, 'price'],
    search: ['name', 'state'],
    quickSearch: ['name'],
    toolbar: ['refresh', 'add', 'edit', 'delete', 'search', 'quickSearch'],
    row: ['close', 'edit', 'delete'],
    bulk: ['delete'],
  },
  form: { size: 'dialog', fields: ['name', 'phone', 'state', 'price'] },
  actions: {
    close: { type: 'run', node: 'close', confirm: true, when: { state: { in: [1, 2] } }, set: { state: 2 } },
  },
}

function words(title: string, labels: readonly string[], [close, confirm]: readonly string[]) {
  const [name, phone, state, one, two, three, price, note] = labels
  return {
    title,
    noun: title,
    fields: {
      name: { label: name },
      phone: { label: phone },
      state: { label: state, options: { 1: one, 2: two, 3: three } },
      price: { label: price },
      note: { label: note },
    },
    actions: { close: { title: close, confirm } },
  }
}

/** Writes the screen into a folder of schemas. */
export function writeHouse(dir: string, { page: json, en, 'zh-cn': zh, menu }: House): void {
  const files = { 'page.json': json, 'en.json': en, 'zh-cn.json': zh }
  for (const [name, value] of Object.entries(files)) write(join(dir, 'pages', pageId, name), value)
  write(join(dir, 'menus/admin.json'), menu)
}

function write(path: string, value: unknown): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, JSON.stringify(value, null, 2))
}

/** The screen as a schema of its own, without the platform's: words that screens share are missing, and nothing else. */
export async function loadHouse(dir: string, files: House): Promise<Schema> {
  writeHouse(dir, files)
  const { schema, issues } = await loadSchema([dir])
  const wrong = issues.filter(({ what }) => !what.startsWith('missing word'))
  if (wrong.length > 0 || schema.pages.size !== 1) throw new Error(wrong.map(({ what, fix }) => `${what}; ${fix}`).join('\n'))
  return schema
}
