import { sql } from 'kysely'
import { actorOf, type Context } from '../../../core/context.ts'
import type { Reader } from '../../../core/db/connect.ts'
import { readColumn } from '../../../core/db/scalar.ts'
import { auditOf, writeAudit } from '../../../core/log/audit.ts'
import { Refused } from '../../../core/refuse.ts'
import { accessChanged } from '../../../core/session/access.ts'
import { hashPassword } from '../../../core/session/password.ts'
import { endSessions } from '../../../core/session/sessions.ts'
import { clearThrottle } from '../../../core/session/throttle.ts'
import { computesOf } from '../../../crud/computes.ts'
import { defineActions } from '../../../crud/defineActions.ts'
import type { FieldMessage, SaveInput, ScopePurpose, ScreenHooks } from '../../../crud/domain.ts'
import { nameAvatars, receiveAvatar } from '../avatar.ts'
import { removeFactor } from '../secondFactor/store.ts'
import { type Authority, assignableGroups, groupsOf, isPartOfHeld, managesGroup, readAuthority } from './authority.ts'
import { actingAuthority, requireBelow, requireSuper } from './guard.ts'

/**
 * auth/admin: administrators see themselves and their subordinates; they may change subordinates, and of themselves only what is not a
 * right.
 */
export const adminHooks: ScreenHooks = {
  rowScope,
  receive: receiveAvatar,
  validate: validate,
  async beforeSave({ values, before, ctx }) {
    if (!values.password) delete values.password
    else values.password = await hashPassword(String(values.password))
    if (before !== null && Number(before.id) === actorOf(ctx).id) {
      // They were found to be unchanged; writing them would only wake everybody up.
      delete values.group_arr
      delete values.status
    }
  },
  async afterSave({ ctx, trx, key, values, mode }) {
    if (mode === 'add') return
    if (values.password !== undefined || values.status === 0) await endSessions(trx, Number(key))
    if (values.group_arr !== undefined || values.status !== undefined) await accessChanged(trx, Number(key))
    if (actorOf(ctx).id !== Number(key)) await requireSuper(trx)
  },
  async beforeDelete({ ctx, trx, rows }) {
    const authority = await actingAuthority(ctx, trx)
    if (rows.some((row) => Number(row.id) === authority.adminId)) throw new Refused('authority.deleteSelf')
    for (const row of rows) await requireBelow(authority, trx, Number(row.id))
  },
  afterRestore: ({ trx }) => accessChanged(trx, '*'),
  async afterDelete({ trx, rows }) {
    for (const row of rows) {
      await trx.deleteFrom('admin_group_access').where('uid', '=', Number(row.id)).execute()
      await removeFactor(trx, Number(row.id))
      await endSessions(trx, Number(row.id))
      await accessChanged(trx, Number(row.id))
    }
    await requireSuper(trx)
  },
  rowReads: [],
  async decorate({ purpose, wire }) {
    for (const row of wire) {
      // BuildAdmin sends an empty text where nobody has signed in yet, and an empty password to be filled in.
      if (row.last_login_time === null) row.last_login_time = ''
      if (purpose === 'edit') row.password = ''
      else delete row.password
    }
  },
  buildAdmin: {
    rows({ wire }) {
      for (const row of wire) for (const name of ['second_factor', 'super']) delete row[name] // it knows of none
    },
    names: nameAvatars,
  },
  computes: computesOf('auth/admin', {
    groupNames: ({ db, rows }) => groupNames(db, rows),
    isSuper: ({ db, rows }) => areSuper(db, rows),
  }),
}

/** Actions of auth/admin. */
export const adminActions = defineActions({
  'auth/admin.unlock': {
    async run({ ctx, trx, row }) {
      await requireBelow(await actingAuthority(ctx, trx), trx, row.id)
      await clearThrottle(trx, row.username)
    },
  },
  'auth/admin.kick': {
    async run({ ctx, trx, row }) {
      await requireBelow(await actingAuthority(ctx, trx), trx, row.id)
      await endSessions(trx, row.id)
    },
  },
  'auth/admin.resetSecondFactor': {
    async run({ ctx, trx, row }) {
      const { id } = row
      await requireBelow(await actingAuthority(ctx, trx), trx, id)
      await removeFactor(trx, id)
      await endSessions(trx, id)
      await writeAudit(trx, auditOf(ctx, { action: 'secondFactor.reset', table: 'admin', key: id }))
    },
  },
})

async function rowScope(ctx: Context, purpose: ScopePurpose, db: Reader) {
  const actor = actorOf(ctx)
  const authority = await readAuthority(db, actor)
  if (authority.super) return null
  const groups = [...authority.groups.values()].filter((group) => managesGroup(authority, group)).map((group) => group.id)
  const self = purpose === 'delete' ? sql<boolean>`false` : sql<boolean>`t.id = ${actor.id}`
  if (groups.length === 0) return self
  return sql<boolean>`(${self} or (
    exists (select 1 from admin_group_access x where x.uid = t.id)
    and not exists (select 1 from admin_group_access x where x.uid = t.id and x.group_id <> all(${groups}::int[]))
    and (select count(distinct r) from admin_group_access x join admin_group g on g.id = x.group_id cross join lateral unnest(g.rules) r
      where x.uid = t.id and r = any(${[...authority.rules.keys()]}::text[])) < ${authority.held.size}))`
}

/** Validates everything that could widen rights, against the current rights (the lock is held until the end). */
async function validate({ ctx, trx, before, values, mode }: SaveInput): Promise<Record<string, FieldMessage>> {
  const authority = await actingAuthority(ctx, trx)
  const found: Record<string, FieldMessage> = {}
  if (mode === 'add') return validateGroups(ctx, authority, values.group_arr)
  const id = Number(before?.id)
  const own = await groupsOf(trx, id)
  if (id === authority.adminId) {
    if (values.status !== undefined && values.status !== before?.status) found.status = { code: 'authority.ownStatus' }
    if (values.group_arr !== undefined && !sameIds(values.group_arr, own)) found.group_arr = { code: 'authority.ownGroups' }
    return found
  }
  await requireBelow(authority, trx, id)
  return values.group_arr === undefined ? found : { ...found, ...validateGroups(ctx, authority, values.group_arr) }
}

function validateGroups(ctx: Context, authority: Authority, value: unknown): Record<string, FieldMessage> {
  const ids = Array.isArray(value) ? value.map(Number) : []
  if (ids.length === 0) return { group_arr: { code: 'required' } }
  if (ids.some((id) => !authority.groups.has(id))) return { group_arr: { code: 'authority.noSuchGroup' } }
  const allowed = new Set(assignableGroups(authority))
  const refused = ids.filter((id) => !allowed.has(id)).map((id) => authority.groups.get(id)?.name ?? '')
  const comma = ctx.lang === 'en' ? ', ' : '、'
  if (refused.length > 0) return { group_arr: { code: 'authority.groupNotBelow', params: { names: refused.join(comma) } } }
  const together = ids.flatMap((id) => authority.groups.get(id)?.rules ?? [])
  return authority.super || isPartOfHeld(authority, together) ? {} : { group_arr: { code: 'authority.groupUnion' } }
}

function sameIds(value: unknown, ids: readonly number[]): boolean {
  const given = new Set(Array.isArray(value) ? value.map(Number) : [])
  return given.size === ids.length && ids.every((id) => given.has(id))
}

/** Of each, 1 when an enabled group of theirs holds every right. */
async function areSuper(db: Reader, rows: readonly { readonly id: number }[]): Promise<(1 | 0)[]> {
  const ids = rows.map(({ id }) => id)
  const found = await readColumn(
    db,
    sql`select distinct x.uid from admin_group_access x join admin_group g on g.id = x.group_id
      where x.uid = any(${ids}::int[]) and g.status = 1 and '*' = any(g.rules)`,
  )
  return ids.map((id) => (found.map(Number).includes(id) ? 1 : 0))
}

async function groupNames(db: Reader, rows: readonly { readonly id: unknown }[]): Promise<unknown[]> {
  const ids = rows.map((row) => Number(row.id))
  if (ids.length === 0) return []
  const pairs = await db
    .selectFrom('admin_group_access as x')
    .innerJoin('admin_group as g', 'g.id', 'x.group_id')
    .select(['x.uid as uid', 'g.name as name'])
    .where('x.uid', 'in', ids)
    .orderBy('x.id')
    .execute()
  return ids.map((id) => pairs.filter((pair) => Number(pair.uid) === id).map((pair) => pair.name))
}
