import { randomInt } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { readShopSettings, type ShopSettings } from '../../modules/shop/server/settings.ts'
import type { Context } from './context.ts'
import { actorOf } from './context.ts'
import type { Reader, Writer } from './db/connect.ts'
import type { AuditEntry } from './log/auditRows.ts'
import { Refused } from './refuse.ts'

/** Who takes a step: a person with a name for the timeline, or the shop itself (timers, callbacks). */
export type StepActor = { type: 'admin' | 'member'; id: number; name: string; username?: string } | { type: 'system' }

/** What a step needs besides its input. The clock comes from outside, so that the demo shop can live through ninety days. */
export interface CommandContext {
  /** Unix seconds. */
  now: number
  actor: StepActor
  /** A whole number from 0 to below `limit`, for numbers people read; absent: from the system's generator. */
  random?: (limit: number) => number
  settings?: ShopSettings
  /** Nobody is told of it: what is written down here happened long ago. */
  silent?: boolean
}

/** The environment of a step that an administrator takes through HTTP. */
export function stepEnv(ctx: Context): CommandContext {
  const { id, nickname, username } = actorOf(ctx)
  return { now: ctx.now, actor: { type: 'admin', id, name: nickname || username, username } }
}

/** The environment of a step that a member takes through HTTP. */
export function memberEnv(ctx: Context): CommandContext {
  const { id, nickname, username } = actorOf(ctx)
  return { now: ctx.now, actor: { type: 'member', id, name: nickname || username, username } }
}

/** The rules of trade a step follows: those of the settings screen as they are now, unless the step brings its own. */
export async function settingsOf(trx: Writer, env: CommandContext): Promise<ShopSettings> {
  return env.settings ?? readShopSettings(trx)
}

/** The environment of what a step makes the shop do by itself, at the same time. */
export function asSystem(env: CommandContext): CommandContext {
  return { ...env, actor: { type: 'system' } }
}

/** Rows of a statement. The row type is what the caller selects; the database's integers come as numbers. */
export async function rowsOf<T>(db: Reader, statement: RawBuilder<T>): Promise<T[]> {
  return (await statement.execute(db)).rows
}

/** The first row of a statement, if any. */
export async function rowOf<T>(db: Reader, statement: RawBuilder<T>): Promise<T | undefined> {
  return (await rowsOf(db, statement))[0]
}

/** Columns of an actor in a log: type, id, name. */
export function actorColumns(actor: StepActor): { type: string; id: number | null; name: string } {
  return actor.type === 'system' ? { type: 'system', id: null, name: '' } : actor
}

/** The administrator's id for a log that names only administrators. */
export function adminIdOf(actor: StepActor): number | null {
  return actor.type === 'admin' ? actor.id : null
}

/** `column = value, …` of an update; names come from the step's own code. */
export function assignments(values: Readonly<Record<string, unknown>>): RawBuilder<unknown> {
  return sql.join(Object.entries(values).map(([name, value]) => sql`${sql.ref(name)} = ${value}`))
}

/** An entry of the audit for what followed from a step, beside that of its call. */
export function auditOfStep(
  { actor }: Pick<CommandContext, 'actor'>,
  entry: Omit<AuditEntry, 'adminId' | 'username'>,
): AuditEntry {
  const username = actor.type === 'system' ? '' : (actor.username ?? actor.name)
  const member = actor.type === 'member' ? { user_id: actor.id } : {}
  return { ...entry, beside: true, adminId: adminIdOf(actor) ?? 0, username, detail: { ...entry.detail, ...member } }
}

/** The record was changed by someone else between reading and writing. */
export function changed(): Refused {
  return new Refused('shop.changed', {}, { type: 'conflict' })
}

/**
 * An 18-digit number: yymmddHHMMSS of the shop's zone and six digits by chance. Where two are drawn alike the unique index refuses the
 * second, and its transaction is run again with another (`isRepeatable`).
 */
export function numberOf(env: CommandContext): string {
  const limit = 1_000_000
  const random = env.random ? env.random(limit) : randomInt(limit)
  const shanghai = new Date((env.now + 8 * 3600) * 1000).toISOString()
  return `${shanghai.slice(2, 19).replace(/\D/g, '')}${String(random).padStart(6, '0')}`
}

/**
 * Splits an amount over weights so that the parts sum to it exactly: each gets its share rounded down, the fen left over go to the
 * largest remainders. All integers; weights of zero in sum give everything to the first.
 */
export function shares(amount: number, weights: readonly number[]): number[] {
  const total = weights.reduce((sum, w) => sum + w, 0)
  if (total === 0) return weights.map((_, i) => (i === 0 ? amount : 0))
  const exact = weights.map((w) => ({
    part: Number((BigInt(amount) * BigInt(w)) / BigInt(total)),
    rest: Number((BigInt(amount) * BigInt(w)) % BigInt(total)),
  }))
  let left = amount - exact.reduce((sum, e) => sum + e.part, 0)
  const order = exact.map((_, i) => i).sort((a, b) => (exact[b]?.rest ?? 0) - (exact[a]?.rest ?? 0) || a - b)
  const parts = exact.map((e) => e.part)
  for (const i of order) {
    if (left-- <= 0) break
    parts[i] = (parts[i] ?? 0) + 1
  }
  return parts
}
