import { sql, type Transaction } from 'kysely'
import { defaultLocale } from '../../../src/schemas/language/words.ts'
import { dbNow } from '../clock.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import type { Refused } from '../refuse.ts'
import type { Route } from '../route.ts'
import { inTransaction, type Pending, pendingOf } from '../transaction/transaction.ts'
import { masked, maskedNames } from './masked.ts'

/**
 * Sets the title of the request's row in the administrators' log: the text of a key, and what it is about. `ctx.write` writes the row itself
 * for every POST and DELETE, in the same transaction; without a title it uses those of the menu rules. Titles are stored in the language
 * of the rules' own; readers see their own language (decision 152).
 */
export async function adminLog(trx: Transaction<Db>, { schema }: Context, key: string, about = ''): Promise<void> {
  const pending = pendingOf(trx)
  if (pending) pending.title = `${schema.words.text(defaultLocale, null, key)} ${about}`.trimEnd()
}

/**
 * Writes the request's row; without a title it gets the titles of the rule of the action and its parent, else the address. Calls of
 * nobody have no row: else anyone could fill the table. Nor have those of members, who are no administrators, signing out (protocol 1.12),
 * and what is no act (`isUnlogged`).
 */
export async function insertAdminLog(
  trx: Transaction<Db>,
  ctx: Context,
  { title, actor = ctx.actor ?? undefined }: Pick<Pending, 'title' | 'actor'>,
  resultCode = 1,
): Promise<void> {
  if (!actor || ctx.handler.app !== 'admin' || ctx.handler.action === 'logout' || ctx.handler.isUnlogged) return
  const { handler } = ctx
  const names = maskedNames(ctx)
  const address = `/${handler.app}/${handler.controller}/${handler.action}`
  const rules = titleRules(handler)
  const ofRules = sql`(SELECT concat_ws(' - ', p.title, r.title) FROM admin_rule r LEFT JOIN admin_rule p ON p.id = r.pid
    WHERE lower(r.name) = ANY(${rules}::text[]) ORDER BY array_position(${rules}::text[], lower(r.name)) LIMIT 1)`
  await trx
    .insertInto('admin_log')
    .values({
      admin_id: actor.id,
      username: actor.username,
      url: (address + queryText(masked(ctx.query, names))).slice(0, 1500),
      title: title ? title.slice(0, 100) : sql`left(coalesce(${ofRules}, ${callTitle(ctx) ?? address}), 100)`,
      method: handler.method,
      data: dataText(masked({ ...ctx.query, ...ctx.body }, names)),
      ip: ctx.ip,
      useragent: ctx.userAgent,
      result_code: resultCode,
      duration_ms: Math.round(performance.now() - ctx.began),
      create_time: dbNow,
      update_time: dbNow,
    })
    .execute()
}

const logged = new WeakSet<Context>()

/** Has the call its row? A call that writes several times has one. */
export const isLogged = (ctx: Context): boolean => logged.has(ctx)

/** The transaction with the row of the call has committed. */
export function noteLogged(ctx: Context): void {
  logged.add(ctx)
}

/**
 * Notes that a write of an administrator was refused, with the code of the answer: in another state, forbidden by a rule. What a form reports
 * at its fields is not noted. Never throws.
 */
export async function logRefusedCall(ctx: Context, { options }: Refused): Promise<void> {
  const { handler, services } = ctx
  if (isLogged(ctx) || handler.method === 'GET' || handler.app !== 'admin' || !ctx.actor || options.errors) return
  try {
    await inTransaction(services.database, (trx) => insertAdminLog(trx, ctx, {}, options.envelope ?? 0))
  } catch (error) {
    ctx.log.error({ err: error }, 'a refused call could not be logged')
  }
}

/** Names of the rules whose titles say what was done: of the call, of the right it needs, of the menu where that is only to look. */
function titleRules({ controller, action, access }: Route): string[] {
  const call = `${controller.replaceAll('.', '/')}/${action}`
  const node = access.type === 'node' ? access.node : ''
  return [call, node.replace(/\/index$/, '')].filter((name) => name !== '').map((name) => name.toLowerCase())
}

/** What a call that no rule names is called; titles are stored once, in the language of the menus' own titles. */
function callTitle({ schema, handler }: Context): string | undefined {
  const key = `logs.calls.${handler.controller}/${handler.action}`.toLowerCase()
  const text = schema.words.text(defaultLocale, null, key)
  return text === key ? undefined : text
}

/** `?ids[]=1&ids[]=2`, readable, with the brackets that clients write; '' where there are no parameters. */
function queryText(query: unknown): string {
  const pairs = (name: string, value: unknown): string[] => {
    if (Array.isArray(value)) return value.flatMap((each) => pairs(`${name}[]`, each))
    if (value !== null && typeof value === 'object')
      return Object.entries(value).flatMap(([key, each]) => pairs(name === '' ? key : `${name}[${key}]`, each))
    return [`${name}=${String(value)}`]
  }
  const text = pairs('', query).join('&')
  return text === '' ? '' : `?${text}`
}

/** What was sent, as JSON; of what is too long the beginning, in JSON all the same: clients parse it. */
function dataText(data: unknown): string {
  const text = JSON.stringify(data)
  return text.length <= 60_000 ? text : JSON.stringify({ cut: text.slice(0, 50_000) })
}
