import type { Field } from '../../src/schemas/field.ts'
import { actionOf } from '../../src/schemas/language/action/actionOf.ts'
import { actorPlaceholder, rowFields } from '../../src/schemas/language/action/effects.ts'
import { totalPlaceholder } from '../../src/schemas/language/action/submit.ts'
import { suggest } from '../../src/schemas/language/issue.ts'
import type { Page } from '../../src/schemas/language/page.ts'

/** Words of actions that may name values. */
const naming = /^actions\.[^.]+\.(confirm|yes|notify|done|submit(\.[^.]+)?)$/

/** A word of an action names what it may: of a button and of a message no codes, which nobody reads. */
export function checkNames(
  key: string,
  text: string,
  page: Page,
  report: (key: string, what: string, fix: string) => void,
): void {
  if (!naming.test(key)) return
  const { names, why } = namesFor(page, key)
  const [, actionName = '', part = ''] = key.split('.')
  for (const [, param = ''] of text.matchAll(/\{([\w.]+)\}/g)) {
    const field = page.actions[actionName]?.fields[param] ?? page.fields[param]
    if (names.includes(param) && ['done', 'submit'].includes(part) && field && isCode(field))
      report(key, `"{${param}}" is a code and no text`, 'name another field')
    if (names.includes(param)) continue
    const isKnown = page.fields[param] !== undefined || namedBeside(page, undefined).includes(param)
    report(key, `"{${param}}" ${isKnown ? why : 'is no field of the page'}`, suggest(param, names))
  }
}

/** Is its value the code of an option or the key of a row? */
function isCode({ kind, options, source, page, table }: Field): boolean {
  return options !== undefined || source !== undefined || page !== undefined || table !== undefined || kind === 'switch'
}

/** What a question may name besides fields: columns of rows that the record belongs to, and amounts entered in rows, added up. */
function namedBeside(page: Page, action: Page['actions'][string] | undefined): string[] {
  const columns = page.table.columns
    .map(({ field }) => field)
    .filter((name) => page.entity.relations[name.split('.')[0] ?? '']?.type === 'one')
  const sums = Object.values(action?.fields ?? {}).flatMap((field) =>
    Object.values(field.fields ?? {}).flatMap((inner) => (inner.kind === 'money' ? [`${field.name}.${inner.name}`] : [])),
  )
  return [...columns, ...sums]
}

/** What a question or a notice of an action may name, and why it may not name the page's other fields. */
function namesFor(page: Page, key: string): { names: string[]; why: string } {
  const [, actionName = '', part] = key.split('.')
  if (part === 'notify') {
    const open = Object.values(rowFields(page.fields)).filter((field) => !field.secret && !field.mask)
    return { names: [...open.map(({ name }) => name), actorPlaceholder], why: 'is nothing to tell others' }
  }
  const action = page.actions[actionName]
  const beside = namedBeside(page, action)
  const run = actionOf(page, actionName, 'run')
  const entered = [...Object.keys(action?.fields ?? {}), ...((run?.total ?? []).length > 0 ? [totalPlaceholder] : [])]
  // What the preview of the action counts for just this form.
  const preview = actionOf(page, run?.preview ?? '', 'answer')
  const counted = Object.keys(preview?.answer ?? {}).map((name) => `preview.${name}`)
  // For several rows at once there is no row whose values the question could name.
  if ([...page.table.bulk, ...page.table.toolbar].includes(actionName)) {
    const sums = beside.filter((name) => entered.includes(name.split('.')[0] ?? ''))
    return { names: ['n', ...entered, ...counted, ...sums], why: 'is of one row, and the action is done to several' }
  }
  return { names: [...Object.keys(page.fields), 'n', ...entered, ...counted, ...beside], why: 'is no field of the page' }
}
