import type { Response } from 'playwright-core'
import { expect } from 'vitest'
import type { Field } from '../../../src/schemas/field.ts'
import { isBuiltIn } from '../../../src/schemas/language/action/builtInActions.ts'
import type { Page } from '../../../src/schemas/language/page.ts'
import type { Place, Pressed } from './catalogue.ts'
import { type Entry, put } from './fill.ts'
import { confirmIt, type Desk, fillIn, front, namedIn, openOver, pressIt, until } from './press.ts'

/** What came of it: it was done, the server has only told something, or the screen only shows something. */
export type Ending = 'done' | 'told' | 'shown'

export interface Doing {
  desk: Desk
  pressed: Pressed
  place: Place
  key: number | string | undefined
  given: Readonly<Record<string, Entry>>
  /** What the server answered to it, once it has. */
  sent: () => Response | undefined
}
type Way = (doing: Doing) => Promise<Ending>

/** How an action is done by a person, from its button to what it ends with. */
export function ways({ page, name }: Pressed): Way {
  const special = byName[name]
  const action = page.actions[name]
  if (special && action && isBuiltIn(action)) return special
  if (action?.type === 'print') return printed
  if (action?.type === 'answer') return answered
  if (action?.next === 'download') return downloaded
  if (Object.keys(action?.fields ?? {}).length > 0) return withForm
  return action?.next === 'follow' || typeof action?.next === 'object' ? led : plain
}

const formFields = (page: Page): Field[] =>
  page.form.sections.flatMap(({ fields }) => fields).flatMap((name) => page.fields[name] ?? [])
const press = ({ desk, pressed, key, place }: Doing) => pressIt(desk, pressed, key, place)
const answer = (doing: Doing) => until(async () => doing.sent() !== undefined)

/** Pressed, and confirmed where the page asks. */
const plain: Way = async (doing) => {
  await press(doing)
  const { page, name } = doing.pressed
  if (page.actions[name]?.confirm) await confirmIt(doing.desk.tab)
  await answer(doing)
  return 'done'
}

/** Leads to another place, which is all that is seen of it. */
const led: Way = async (doing) => {
  const { tab } = doing.desk
  const from = new URL(tab.url()).pathname
  await press(doing)
  await answer(doing)
  await expect.poll(() => new URL(tab.url()).pathname).not.toBe(from)
  return 'told'
}

const withForm: Way = async (doing) => {
  const { desk, pressed, given, sent } = doing
  const action = pressed.page.actions[pressed.name]
  await press(doing)
  const form = await ready(doing)
  const send = async () => {
    await form.locator('.k-dialog-foot button').last().click()
    if (!action?.confirm) return
    // The question comes once nothing is missing any more; where it has a condition perhaps not at all.
    const question = desk.tab.getByRole('alertdialog')
    await question.or(form.locator('.s-form-summary li')).or(desk.tab.locator('.k-toast-success')).first().waitFor()
    if (await question.isVisible()) await confirmIt(desk.tab)
  }
  await fillIn(desk, form, Object.values(action?.fields ?? {}), given, send, sent)
  return 'done'
}

/** The form in front, when its first values have come. */
async function ready({ desk }: Doing) {
  const form = front(desk.tab)
  await form.locator('[data-field]').first().waitFor()
  await desk.judge()
  return form
}

const adding: Way = async (doing) => {
  const { desk, pressed, given, sent } = doing
  await press(doing)
  const form = await ready(doing)
  await fillIn(desk, form, formFields(pressed.page), given, () => saveIn(doing), sent)
  return 'done'
}

const saveIn = ({ desk }: Doing) => front(desk.tab).locator('.k-dialog-foot button').last().click()

/** Changes one thing that can be changed, and saves. */
const editing: Way = async (doing) => {
  const { desk, pressed, place, given, sent } = doing
  const { tab } = desk
  const onPage = place === 'save'
  if (!onPage) await press(doing)
  const form = onPage ? tab.getByRole('main') : await ready(doing)
  await form.locator('[data-field]').first().waitFor()
  const fields = formFields(pressed.page)
  if (Object.keys(given).length === 0) await changeOne(doing, form, fields)
  const save = onPage ? () => form.getByRole('button', { name: 'Save', exact: true }).click() : () => saveIn(doing)
  await fillIn(desk, form, fields, given, save, sent)
  return 'done'
}

async function changeOne({ desk }: Doing, form: ReturnType<typeof front>, fields: readonly Field[]): Promise<void> {
  const kinds = ['textarea', 'string', 'switch', 'integer', 'weigh', 'money']
  const likely = fields
    .filter((field) => kinds.includes(field.kind) && !field.readOnly && !field.writeOnce && !field.pattern && !field.unique)
    .sort((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind))
  for (const field of likely) {
    const box = form.locator(`[data-field="${field.name}"]`)
    if (!(await box.isVisible()) || (await box.locator(':disabled, [readonly]').count()) > 0) continue
    const toggle = field.kind === 'switch' && (await box.getByRole('switch').getAttribute('aria-checked'))
    return put(desk.tab, box, field, toggle === false ? undefined : toggle !== 'true')
  }
  throw new Error('the form has nothing to change')
}

const looked: Way = async (doing) => {
  await press(doing)
  await front(doing.desk.tab).locator('.s-detail:not([aria-busy=true]), .s-facts').first().waitFor()
  await doing.desk.judge()
  return 'shown'
}

/** What happened to the record, beside its list. */
const past: Way = async (doing) => {
  await press(doing)
  const drawer = front(doing.desk.tab)
  await drawer.locator('.s-history, .k-empty').first().waitFor()
  await doing.desk.judge()
  return 'shown'
}

const exported: Way = async (doing) => {
  await press(doing)
  const dialog = front(doing.desk.tab)
  await dialog.locator('.s-export').waitFor()
  await doing.desk.judge()
  await dialog.locator('.k-dialog-foot button').last().click()
  await answer(doing)
  await dialog.getByRole('button', { name: 'Download', exact: true }).waitFor()
  return 'told'
}

/** A file of one line with what is given, below the titles of the fields: chosen, checked, run. */
const imported: Way = async (doing) => {
  const { desk, pressed, given } = doing
  const { tab, word } = desk
  await press(doing)
  const dialog = front(tab)
  const button = (key: string) => dialog.getByRole('button', { name: word(pressed.page, key), exact: true })
  const titles = Object.keys(given).map((name) => word(pressed.page, `fields.${name}.label`))
  const lines = [titles, Object.values(given)].map((cells) => cells.map((cell) => `"${cell}"`).join(',')).join('\n')
  await button('ui.import.choose').and(tab.locator(':enabled')).waitFor() // the server has told what the list takes
  const file = { name: 'rows.csv', mimeType: 'text/csv', buffer: Buffer.from(lines) }
  await dialog.locator('input[type=file]').setInputFiles(file)
  await button('ui.import.check').waitFor()
  const isUpdate = pressed.page.entity.key !== null && Object.hasOwn(given, pressed.page.entity.key)
  if (isUpdate) await dialog.getByRole('radio', { name: word(pressed.page, 'ui.import.modes.update'), exact: true }).check()
  await button('ui.import.check').click()
  await button('ui.import.run').click()
  const done = word(pressed.page, 'ui.import.state.4').split('{')[0] ?? ''
  await dialog.getByRole('status').filter({ hasText: done }).waitFor()
  return 'told'
}

const printed: Way = async (doing) => {
  await press(doing)
  await doing.desk.tab.locator('.s-print .s-sheet').first().waitFor()
  await doing.desk.judge()
  return 'shown'
}

const answered: Way = async (doing) => {
  const { desk, pressed, place, given, sent } = doing
  const action = pressed.page.actions[pressed.name]
  const fields = Object.values(action?.fields ?? {})
  if (place === 'preview') {
    const over = await openOver(desk, pressed, doing.key)
    const form = await ready(doing)
    for (const field of namedIn(Object.values(over.fields), given))
      await put(desk.tab, form.locator(`[data-field="${field.name}"]`), field, given[field.name])
    await form.locator('[data-form-action]').first().click()
  } else await press(doing)
  if (fields.length > 0) {
    const form = await ready(doing)
    await fillIn(desk, form, fields, given, () => form.locator('.k-dialog-foot button').last().click(), sent)
  }
  await answer(doing)
  await front(desk.tab).locator('.s-answer > *').first().waitFor()
  await desk.judge()
  return 'told'
}

const downloaded: Way = async (doing) => {
  const [file] = await Promise.all([doing.desk.tab.waitForEvent('download'), press(doing)])
  expect(await file.failure()).toBeNull()
  await answer(doing) // the file may be there before the answer is reported
  return 'told'
}

/** With the keyboard, on the handle: the row changes places with the next one that has the same parent. */
const sorted: Way = async (doing) => {
  const { desk, pressed } = doing
  const { tab } = desk
  const { tree } = pressed.page.entity
  if (tree && !pressed.page.table.expanded)
    await tab.getByRole('button', { name: desk.word(pressed.page, 'ui.list.unfoldAll') }).click()
  const lines = tab.locator('tr[data-id]')
  await lines.nth(1).waitFor()
  const levels = await lines.evaluateAll((all) => all.map((each) => each.getAttribute('aria-level')))
  // Of a large list only the first rows are drawn.
  const counted = await tab.locator('table:has(tr[data-id])').first().getAttribute('aria-rowcount')
  const total = Math.max(levels.length, Number(counted ?? 0) - 1)
  // A row before a leaf of the same level: past a branch it would have to go further.
  const isLeaf = (i: number) => Number(levels[i + 1] ?? 0) <= Number(levels[i])
  const at = levels.findIndex((level, i) => i + 1 < levels.length && level === levels[i + 1] && isLeaf(i) && isLeaf(i + 1))
  await lines.nth(at).locator('.s-handle').focus()
  await tab.keyboard.press('Space')
  const place = (n: number) =>
    tab.getByText(desk.word(pressed.page, 'ui.sorting.over').replace('{at}', String(n)).replace('{n}', String(total)), {
      exact: true,
    })
  await place(at + 1).waitFor({ state: 'attached' })
  await tab.keyboard.press('ArrowDown')
  await place(at + 2).waitFor({ state: 'attached' })
  await tab.keyboard.press('Space')
  await answer(doing)
  return 'told'
}

const revealed: Way = async (doing) => {
  await press(doing)
  await confirmIt(doing.desk.tab)
  await answer(doing)
  return 'told'
}

const byName: Readonly<Record<string, Way>> = {
  history: past,
  add: adding,
  addChild: adding,
  copy: adding,
  edit: editing,
  detail: looked,
  export: exported,
  import: imported,
  sort: sorted,
  reveal: revealed,
}
