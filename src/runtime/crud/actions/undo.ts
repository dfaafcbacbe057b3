import type { Field } from '../../../schemas/field.ts'
import { actionOf } from '../../../schemas/language/action/actionOf.ts'
import { decodeRow, encodeRow } from '../../../schemas/language/wire/codec.ts'
import { equal } from '../../form/values.ts'
import type { NoticeOptions } from '../../notices.ts'
import type { Key, Row } from '../../rows.ts'
import { asRow } from '../../rows.ts'
import type { CrudContext } from '../context.ts'
import type { List } from '../list/list.ts'
import type { Attempts } from './attempts.ts'
import { namesText } from './said.ts'

/** What becomes of records that are deleted; null: the server does not say. */
export interface Kept {
  /** In the list of deleted ones, in the bin, or nowhere. */
  where: 'list' | 'bin' | 'nowhere'
  /** Days the bin keeps them. */
  days: number
  /** May this person bring them back? */
  undo: boolean
}

/** Where records of the screen go that are deleted. */
export async function keptOf({ page, dialect, can, http, url }: CrudContext): Promise<Kept | null> {
  if (!dialect.listActions) return null
  const { softDelete, history } = page.entity
  if (softDelete) {
    const { restore } = page.actions
    const isListed = page.table.deleted.includes('restore') && restore !== undefined
    return { where: isListed ? 'list' : 'nowhere', days: 0, undo: isListed && can(restore.node) }
  }
  if (history === null || page.area !== 'admin') return { where: 'nowhere', days: 0, undo: false }
  const { days, undo } = asRow((await http.get(url('bin'))).data)
  return typeof days === 'number' ? { where: 'bin', days, undo: undo === true } : { where: 'nowhere', days: 0, undo: false }
}

/** Takes an action back by the one that the page names, where the person may do that. */
export function undoOfRun(
  { page, can }: CrudContext,
  { action, ids }: { action: string; ids: readonly Key[] },
  run: (action: string, ids: readonly Key[]) => unknown,
): NoticeOptions {
  const inverse = page.actions[actionOf(page, action, 'run')?.undo ?? '']
  return inverse && ids.length > 0 && can(inverse.node) ? { undo: () => run(inverse.name, ids) } : {}
}

/** An edited record: what was sent, and the record as it was before. */
export interface Edited {
  key: Key
  posted: Row
  before: Row
  /** The record, for its name. */
  row: Row
}

/**
 * Takes an edit back: the changed fields get their former values by a save like any other, unless somebody changed them since. Not
 * offered where a value was never seen (secrets, masks) or rows inside were added and removed.
 */
export function undoOfEdit(context: CrudContext, edited: Edited, attempts: Attempts, list: List): NoticeOptions {
  const { fields, dialect, can, page } = context
  const names = Object.keys(edited.posted)
  const isPlain = (field: Field | undefined) =>
    field !== undefined &&
    !field.secret &&
    !field.mask &&
    !field.fields &&
    !['specEditor', 'password', 'code'].includes(field.kind)
  const isOffered = dialect.savesChanges && names.length > 0 && can(page.actions.edit?.node ?? 'edit')
  if (!isOffered || !names.every((name) => isPlain(fields[name]) && Object.hasOwn(edited.before, name))) return {}
  return { undo: () => takeBack(context, edited, attempts).then(() => list.load()) }
}

async function takeBack(context: CrudContext, { key, posted, before, row }: Edited, attempts: Attempts): Promise<void> {
  const { fields, http, url, page, notices, loaded, dialect, platform } = context
  const own = Object.fromEntries(Object.keys(posted).flatMap((name) => (fields[name] ? [[name, fields[name]]] : [])))
  const names = namesText(loaded, [row])
  const keyName = page.entity.key ?? 'id'
  await attempts.run(`undo:${key}`, async () => {
    const now = asRow(asRow((await http.get(url('edit'), { [keyName]: key })).data).row)
    if (!equal(decodeRow(own, now).values, decodeRow(own, posted).values)) {
      notices.push('warning', loaded.t('ui.said.changedSince', { names }))
      return
    }
    const version = typeof now._version === 'string' ? now._version : undefined
    const former = Object.fromEntries(Object.keys(own).map((name) => [name, before[name]]))
    await http.post(url('edit'), { [keyName]: key, ...encodeRow(own, former), ...dialect.guards(platform.id(), version) })
    notices.push('success', loaded.t('ui.said.reverted', { names }))
  })
}
