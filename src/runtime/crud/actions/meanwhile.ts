import { formatDateTime } from '../../../schemas/kinds/clock.ts'
import { titleText } from '../../../schemas/language/list/naming.ts'
import type { ChangedRow, FieldChange } from '../../../schemas/language/wire/envelope.ts'
import { type CallError, refusalOf } from '../../callError.ts'
import type { ChangedField, Changes } from '../../form/clash.ts'
import { equal } from '../../form/values.ts'
import type { LoadedPage } from '../../page.ts'
import type { Row } from '../../rows.ts'
import { asRow } from '../../rows.ts'
import type { CrudContext } from '../context.ts'
import type { List } from '../list/list.ts'

type Saying = Pick<LoadedPage, 't'>

/** `Li Na, 14:02`: who changed something, and when; '' where nobody noted it. `now` is in unix seconds. */
export function changeText({ t }: Saying, change: FieldChange | null, now: number): string {
  if (!change) return ''
  const time = momentText(change.time, now)
  const who = change.own ? t('ui.meanwhile.own') : change.who
  return who === '' ? time : t('ui.meanwhile.by', { who, time })
}

/** `14:02` of today, `11-24 14:02` of another day; by the site's clock. */
export function momentText(seconds: number, now: number): string {
  const text = formatDateTime(seconds)
  return text.slice(0, 10) === formatDateTime(now).slice(0, 10) ? text.slice(11, 16) : text.slice(5, 16)
}

/** So many rows are named one by one. */
const most = 3

/** The message of a refusal; where rows are in another state now: which, in which, and who brought them there. */
export function refusalText(context: CrudContext, list: List, error: CallError): string {
  const { loaded, actor } = context
  const { rows = [] } = refusalOf(error.envelope)
  if (rows.length === 0) return error.message
  const told = (row: ChangedRow) => {
    const name = titleText(context.page, list.rowOf(row.key), loaded.find) ?? String(row.key)
    const by = changeText(loaded, row.change, actor().now)
    const what = row.state === '' ? name : loaded.t('ui.meanwhile.row', { name, state: row.state })
    return by === '' ? what : loaded.t('ui.meanwhile.rowBy', { what, by })
  }
  const named = rows.slice(0, most).map(told).join(loaded.t('ui.meanwhile.between'))
  const rest = rows.length > most ? loaded.t('ui.meanwhile.more', { n: rows.length - most }) : ''
  // Where each state is told, the server's own message would say it once more.
  if (rows.every(({ state }) => state !== '')) return loaded.t('ui.meanwhile.states', { rows: named + rest })
  return loaded.t('ui.meanwhile.rows', { message: error.message, rows: named + rest })
}

/** Says that a save left alone what others changed meanwhile; nothing where they changed nothing. */
export function sayMerged({ loaded, notices }: Pick<CrudContext, 'loaded' | 'notices'>, answer: unknown): void {
  const { merged } = asRow(answer)
  if (!Array.isArray(merged) || merged.length === 0) return
  const labels = merged.map((name) => loaded.find(`fields.${name}.label`) ?? String(name))
  notices.push('info', loaded.t('ui.meanwhile.merged', { fields: labels.join(loaded.t('ui.meanwhile.comma')) }))
}

/** What somebody changed of the record that an action's form is about. */
export function changedAbout(changes: Changes, before: Row, now: Row): ChangedField[] {
  return Object.entries(changes)
    .filter(([name]) => !equal(before[name], now[name]))
    .map(([name, change]) => ({ name, base: before[name], theirs: now[name], change }))
}
