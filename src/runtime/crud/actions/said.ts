import { addingActions } from '../../../schemas/language/action/builtInActions.ts'
import { titleField, titleText } from '../../../schemas/language/list/naming.ts'
import { interpolate } from '../../../schemas/language/words.ts'
import type { NoticeOptions } from '../../notices.ts'
import type { LoadedPage } from '../../page.ts'
import type { Row } from '../../rows.ts'
import type { CrudContext } from '../context.ts'
import { namedIn } from './named.ts'

/** Something that was done. */
export interface Doing {
  action: string
  /** The records it was about, as the person saw them. */
  rows: readonly Row[]
  /** What was entered in its form, as rows write it. */
  entered?: Row
}

/** So many records are named; of the others the number is said. */
const named = 2

/** What some records are called, in quotes: the first, and how many more; their number where they have no names. */
export function namesText({ page, t, find }: Pick<LoadedPage, 'page' | 't' | 'find'>, rows: readonly Row[]): string {
  const names = rows.flatMap((row) => titleText(page, row, find) ?? [])
  const first = names.slice(0, names.length > named + 1 ? named : named + 1).map((name) => t('ui.said.quoted', { name }))
  if (first.length === 0) return rows.length > 1 ? t('ui.said.count', { all: rows.length }) : ''
  const text = first.join(t('ui.said.list'))
  return rows.length > first.length ? t('ui.said.more', { names: text, n: rows.length - first.length, all: rows.length }) : text
}

/** Says that something was done, with the name of what it was done to. */
export function announce(context: CrudContext, doing: Doing, options: NoticeOptions = {}): void {
  context.notices.push('success', saidText(context, doing), options)
}

function saidText({ loaded, page }: CrudContext, { action, rows, entered = {} }: Doing): string {
  const { t, find } = loaded
  if (addingActions.includes(action)) {
    const names = namesText(loaded, [namedBy(page, entered)])
    return names === '' ? t('ui.said.addedOne', { noun: find('noun') ?? '' }) : t('ui.said.added', { names })
  }
  const names = namesText(loaded, rows)
  if (action === 'edit') return names === '' ? t('ui.said.savedOne') : t('ui.said.saved', { names })
  const builtIn: Readonly<Record<string, string>> = { delete: 'deleted', restore: 'restored', destroy: 'destroyed' }
  const own = builtIn[action]
  if (own !== undefined) return t(`ui.said.${own}`, { names: names || (find('noun') ?? '') })
  const done = find(`actions.${action}.done`) ?? t('ui.said.done')
  const [row = {}] = rows.length === 1 ? rows : []
  const filled = interpolate(done, { ...namedIn(row, entered, formOf(page, action)), n: rows.length, names })
  return filled !== done || names === '' ? filled : t('ui.said.about', { done, names })
}

function formOf({ actions, fields }: CrudContext['page'], name: string) {
  return { fields: actions[name]?.fields ?? {}, row: fields }
}

/** What is entered names a record by its text only: the code of an option is no name. */
export function namedBy(page: LoadedPage['page'], entered: Row): Row {
  const name = titleField(page)
  const field = page.fields[name]
  const isText = field && !field.options && !field.source && !field.page && !field.table && !field.secret
  return isText && Object.hasOwn(entered, name) ? { [name]: entered[name] } : {}
}
