import type { Locator, Response, Page as Tab } from 'playwright-core'
import type { Field } from '../../../src/schemas/field.ts'
import type { Action } from '../../../src/schemas/language/action/action.ts'
import { actionsOf } from '../../../src/schemas/language/action/actionOf.ts'
import type { Page } from '../../../src/schemas/language/page.ts'
import type { Place, Pressed } from './catalogue.ts'
import { type Entry, put } from './fill.ts'

/** What a person sees on the screen of a page, and does there. */
export interface Desk {
  tab: Tab
  /** Address of the back office. */
  base: string
  /** A word of the page in the language of the desk. */
  word(page: Page, key: string): string
  /** Looks for faults of WCAG 2.2 AA in what is there now, when it is the turn of that. */
  judge(): Promise<void>
}

const floats = (tab: Tab): Locator => tab.locator('[role=dialog], [role=alertdialog]')
/** The innermost float: a question stands over a form, a form over a record. */
export const front = (tab: Tab): Locator => floats(tab).last()
const exact = (name: string) => ({ name, exact: true })

/** Goes to the list, narrowed to one row where one is meant; waits for it. */
export async function openPage(desk: Desk, { page }: Pressed, key: number | string | undefined, place: Place): Promise<void> {
  const filter = key === undefined ? 'all=1' : `${page.entity.key}=${key}${place === 'deleted' ? '&deleted=1' : ''}`
  await desk.tab.goto(`${desk.base}/admin/${page.id}?${page.kind === 'crud' ? filter : ''}`)
  if (key !== undefined) await desk.tab.locator(`[data-id="${key}"]`).waitFor()
  else await desk.tab.locator('.s-tools-title').first().waitFor()
}

/** Presses what stands for the action at the place. */
export async function pressIt(
  desk: Desk,
  { page, name }: Pressed,
  key: number | string | undefined,
  place: Place,
): Promise<void> {
  const { tab } = desk
  const title = desk.word(page, `actions.${name}.title`)
  const row = tab.locator(`[data-id="${key}"]`)
  if (place === 'row' || place === 'deleted') {
    const step = row.locator(`[data-act="run"][data-name="${name}"]`)
    if ((await step.count()) > 0) return step.click()
    await row.locator('[data-act="more"]').click()
    return tab.getByRole('menu').getByRole('menuitem', exact(title)).click()
  }
  if (place === 'bulk') {
    await row.locator('[data-act="select"]').click()
    return tab.getByRole('toolbar').getByRole('button', exact(title)).click()
  }
  if (place === 'form' && page.kind === 'crud') {
    await pressIt(desk, { page, name: 'edit', id: '', places: [] }, key, 'row')
    await front(tab).locator('[data-form-action]').filter({ hasText: title }).click()
    // Until what it asks for lies over the form, the form is still in front.
    if (Object.keys(page.actions[name]?.fields ?? {}).length > 0) await floats(tab).nth(1).waitFor()
    return
  }
  if (place === 'cell') {
    const isListed = page.table.columns.some(({ field }) => page.fields[field]?.mask)
    if (isListed) return row.locator('[data-act="reveal"]').first().click()
    // Masked values that the list does not show are revealed in the record.
    await pressIt(desk, { page, name: 'detail', id: '', places: [] }, key, 'row')
    return front(tab).getByRole('button', exact(title)).first().click()
  }
  // A page of one record that is not there yet has none of its buttons.
  if (place === 'form') {
    await tab.locator('[data-field]').first().waitFor()
    const on = page.form.actionTabs[name]
    if (on !== undefined) await tab.getByRole('tab', exact(desk.word(page, `tabs.${on}`))).click()
  }
  await tab.getByRole('main').getByRole('button', exact(title)).first().click()
}

/** Opens the form of the action that a preview belongs to, and gives that action. */
export async function openOver(desk: Desk, { page, name }: Pressed, key: number | string | undefined): Promise<Action> {
  const over = actionsOf(page, 'run').find(({ preview }) => preview === name)
  if (!over) throw new Error(`${page.id}.${name} is no preview`)
  const place = page.table.row.includes(over.name) ? 'row' : 'bulk'
  await pressIt(desk, { page, name: over.name, id: '', places: [] }, key, place)
  return over
}

/** Says yes where the page asks. */
export async function confirmIt(tab: Tab): Promise<void> {
  const question = tab.getByRole('alertdialog')
  await question.locator('.k-dialog-foot button, footer button').last().click()
}

/**
 * Fills in what is given, sends the form, and enters what the form says is missing, until it is sent.
 *
 * @param sent resolves with the answer of the server once the form was sent
 */
export async function fillIn(
  desk: Desk,
  form: Locator,
  fields: readonly Field[],
  given: Readonly<Record<string, Entry>>,
  send: () => Promise<void>,
  sent: () => Response | undefined,
): Promise<void> {
  const enter = async (field: Field) => {
    const box = form.locator(`[data-field="${field.name}"]`)
    await show(form, box)
    await put(desk.tab, box, field, given[field.name])
  }
  for (const field of namedIn(fields, given)) await enter(field)
  for (let tries = 0; tries < 6; tries++) {
    await send()
    let missing: readonly Field[] = []
    await until(async () => {
      const wrong = sent() ? [] : await wrongIn(form)
      missing = fields.filter(({ name }) => wrong.includes(name))
      return sent() !== undefined || missing.length > 0
    })
    if (sent()) return
    if (missing.length === 0) throw new Error(`nothing is sent, and the form says: ${await saidBy(form)}`)
    for (const field of missing) await enter(field)
  }
  throw new Error(`the form still says: ${await saidBy(form)}`)
}

/** The fields for which something is given, in that order. Throws for a name that none has. */
export function namedIn(fields: readonly Field[], given: object): Field[] {
  return Object.keys(given).map((name) => {
    const field = fields.find((each) => each.name === name)
    if (!field) throw new Error(`the form has no field "${name}"`)
    return field
  })
}

const wrongIn = (form: Locator): Promise<string[]> =>
  form
    .locator('[data-field]')
    .evaluateAll((all) =>
      all.flatMap((each) =>
        each instanceof HTMLElement && each.querySelector('.k-error, [aria-invalid=true]') ? [each.dataset.field ?? ''] : [],
      ),
    )

const saidBy = async (form: Locator) => (await form.locator('.s-form-summary').allInnerTexts()).join()

/** Waits until it is so, for 10 s at the most. */
export async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let left = 400; left > 0 && !(await isSo()); left--) await new Promise((again) => setTimeout(again, 25))
}

/** Brings a field to the front that stands on another tab. */
async function show(form: Locator, box: Locator): Promise<void> {
  if (await box.isVisible()) return
  for (const tab of await form.getByRole('tab').all()) {
    await tab.click()
    if (await box.isVisible()) return
  }
}
