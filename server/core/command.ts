import { type RawBuilder, sql } from 'kysely'
import type { Context } from './context.ts'
import { actorOf } from './context.ts'
import type { Reader } from './db/connect.ts'
import type { AuditEntry } from './transaction/auditRows.ts'

/** Who runs a command: a person with a name for the timeline, or the system itself (timers, callbacks). */
export type StepActor = { type: 'admin' | 'member'; id: number; name: string; username?: string } | { type: 'system' }

/** What a command needs besides its input. The clock comes from outside, so that a demo can play ninety days. */
export interface CommandContext {
  /** Unix seconds. */
  now: number
  actor: StepActor
  /** A whole number from 0 to below `limit`, for numbers people read; absent: from the system's generator. */
  random?: (limit: number) => number
  /** Nobody is notified: what is recorded here happened long ago. */
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

/** The same moment, with the system as its actor. */
export function systemContext(env: CommandContext): CommandContext {
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
