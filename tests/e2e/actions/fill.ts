import type { Locator, Page as Tab } from 'playwright-core'
import { asKind, type Field } from '../../../src/schemas/field.ts'

/** What is entered: a text, or by number which of the choices, or whether it is on. */
export type Entry = string | number | boolean | { readonly [inner: string]: Entry }

let made = 0

/** A text that no other row has, of the kind, within what the field lets through. */
function textFor(field: Field): string {
  const n = 1000 + (++made % 9000)
  // Times come one after another as they are filled in: a start before its end.
  const clock = [Math.floor(n / 600) % 24, Math.floor(n / 10) % 60, n % 60].map((part) => String(part).padStart(2, '0')).join(':')
  const { kind, min, max, maxLength = 200 } = field
  const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)
  const number = (usual: number) => Math.min(Math.max(usual, min ?? usual), max ?? usual)
  const texts: Readonly<Record<string, () => string>> = {
    account: () => `tester${n}`,
    password: () => 'Secret-pass-1',
    mobile: () => `1390000${n}`,
    email: () => `tester${n}@example.com`,
    url: () => `https://example.com/${n}`,
    varname: () => `name_${n}`,
    idnumber: () => '110101199003070310',
    integer: () => String(number(3)),
    weigh: () => String(number(3)),
    number: () => String(number(3)),
    float: () => String(number(3)),
    money: () => (number(1200) / 100).toFixed(2),
    date: () => day(30),
    datetime: () => `${day(30)} ${clock}`,
    time: () => clock,
    year: () => '2030',
    duration: () => '01:02:03',
  }
  const text = texts[kind]?.() ?? (field.rule === 'name' ? nameOf(n) : `Written ${n}`)
  return text.slice(0, maxLength)
}

/** A name of a person, another one for each number. */
const nameOf = (n: number) => `王${[...String(n)].map((digit) => '零一二三四五六七八九'[Number(digit)]).join('')}`

type Put = (part: { tab: Tab; box: Locator; field: Field; entry: Entry | undefined }) => Promise<void>

const write: Put = async ({ box, field, entry }) => {
  const input = box.locator('input:not([type=hidden]), textarea').first()
  await input.fill(typeof entry === 'string' ? entry : textFor(field))
  await input.blur()
}

/** Opens the choices and takes one; of several, one more. Trees with boxes lie open. */
const pick: Put = async ({ tab, box, entry }) => {
  const boxes = box.getByRole('treeitem')
  if ((await boxes.count()) > 0) return boxes.first().press(' ')
  await box.locator('.k-picker-btn').first().click()
  const list = tab.locator('.k-popover')
  // What is named may stand beyond the first choices.
  const search = list.locator('.k-list-search input')
  if (typeof entry === 'string' && (await search.count()) > 0) await search.fill(entry)
  const options = list.locator('[role=option]:not([aria-disabled=true]):not([aria-selected=true])')
  const wanted = typeof entry === 'string' ? options.filter({ hasText: entry }).first() : options.nth(Number(entry ?? 0))
  await wanted.click()
  if ((await list.count()) > 0) await tab.keyboard.press('Escape')
  await list.waitFor({ state: 'detached' })
}

const choose: Put = async ({ box, field, entry }) => {
  const at = typeof entry === 'string' ? (field.options ?? []).findIndex(({ value }) => String(value) === entry) : entry
  await box
    .locator('input')
    .nth(Number(at ?? 0))
    .check()
}

const toggle: Put = async ({ box, entry }) => {
  const knob = box.getByRole('switch')
  if (entry === undefined || String(entry) !== (await knob.getAttribute('aria-checked'))) await knob.click()
}

const region: Put = async ({ tab, box, field }) => {
  await box.locator('.k-picker-btn').click()
  for (let depth = 0; depth < (field.level ?? 3); depth++)
    await tab.locator('.k-cascade-col').nth(depth).locator('[role=option]').first().click()
  await tab.locator('.k-popover').waitFor({ state: 'detached' })
}

/** The outermost region of a tree, which lies folded in a row. */
const regions: Put = async ({ box }) => {
  const tree = box.getByRole('treeitem')
  if ((await tree.count()) === 0) await box.locator('button[aria-expanded=false]').click()
  await tree.first().press(' ')
}

/** A pair where there is none. */
const pairs: Put = async ({ box, field }) => {
  if ((await box.locator('.s-pair').count()) === 0) await box.getByRole('button').last().click()
  for (const input of await box.locator('.s-pair input').all())
    if ((await input.inputValue()) === '') await input.fill(textFor(asKind(field, 'string', { maxLength: 20 })))
}

const icon: Put = async ({ tab, box }) => {
  await box.locator('.k-picker-btn').click()
  await tab.locator('.k-icons-one').nth(3).click()
}

const rich: Put = async ({ box, field }) => {
  const editor = box.locator('[contenteditable=true]').first()
  await editor.fill(textFor(asKind(field, 'string', field.maxLength ? { maxLength: field.maxLength } : {})))
  await editor.blur()
}

/** A picture of one point. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const upload: Put = async ({ box }) => {
  await box.locator('input[type=file]').setInputFiles({ name: 'point.png', mimeType: 'image/png', buffer: pixel })
  // Until it has come, its picture is that of the upload.
  await box.locator('.s-tile').first().waitFor()
}

/** A row where there is none, and in each cell that asks for it a value. */
const rows: Put = async ({ tab, box, field, entry }) => {
  const lines = box.locator('tbody tr')
  if ((await lines.count()) === 0) await box.getByRole('button').last().click()
  const given = typeof entry === 'object' ? entry : {}
  for (const inner of Object.values(field.fields ?? {})) {
    const cells = box.locator(`.s-subtable-cell:has([id$="-${inner.name}"])`)
    const asked = cells.and(box.locator(':has(> .k-error), :has([aria-invalid=true])'))
    const isBare = inner.kind === 'subtable' && (await cells.first().locator('tbody tr').count()) === 0
    if (isBare) await put(tab, cells.first(), inner)
    const isAsked = !isBare && (await asked.count()) > 0
    if (!isAsked && given[inner.name] === undefined && !(inner.required && (await isEmpty(cells)))) continue
    await put(tab, (isAsked ? asked : cells).first(), inner, given[inner.name])
  }
}

async function isEmpty(cells: Locator): Promise<boolean> {
  if ((await cells.count()) === 0) return false
  const box = cells.first()
  if ((await box.locator('.k-picker-text').count()) > 0) return (await box.locator('.k-picker-text.is-empty').count()) > 0
  const input = box.locator('input, textarea').first()
  return (await input.count()) > 0 && (await input.inputValue()) === ''
}

const byKind: Readonly<Record<string, Put>> = {
  richtext: rich,
  switch: toggle,
  radio: choose,
  checkbox: choose,
  select: pick,
  multiselect: pick,
  remoteSelect: pick,
  remoteMultiSelect: pick,
  city: region,
  regions,
  array: pairs,
  image: upload,
  images: upload,
  file: upload,
  files: upload,
  icon,
  subtable: rows,
}

/** Enters a value into the control of a field, as a person does: the one given, else any that is right. */
export async function put(tab: Tab, box: Locator, field: Field, entry?: Entry): Promise<void> {
  await (byKind[field.kind] ?? write)({ tab, box, field, entry })
}
