import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { SchemaDirs } from '../../../codegen/load/schemaSources.ts'
import { isPackageManager, isTerminalCommand, type PackageManager } from '../../../src/schemas/api/terminal.ts'
import { dbNow } from '../../core/clock.ts'
import { type Actor, actorOf, type Context } from '../../core/context.ts'
import type { Handler } from '../../core/handler.ts'
import { RawAnswer } from '../../core/http/envelope.ts'
import { auditOf, noteRefusal, writeAudit } from '../../core/log/audit.ts'
import { HttpRefused, Refused } from '../../core/refuse.ts'
import { loadRights } from '../../core/session/access.ts'
import { provePassword } from '../../core/session/provePassword.ts'
import { forgive } from '../../core/session/throttle.ts'
import { readSiteConfig } from '../../core/siteConfig.ts'
import { inTransaction } from '../../core/transaction/transaction.ts'
import { commands } from './commands.ts'
import { eventsOf } from './stream.ts'
import { makeTickets, type Ticket, type Tickets } from './tickets.ts'

/** What the runs of one server share: its tickets, and whether one is under way. */
interface Terminal {
  schemaDir: SchemaDirs
  tickets: Tickets
  busy: boolean
}

/**
 * The terminal (protocol 1.8, controls C26, D3, D6): a super administrator enters their password and gets a ticket for one run of one
 * command, used by the stream of the run. Addresses contain no token, and nothing of the request reaches a command.
 */
export function terminalHandlers(schemaDir: SchemaDirs): readonly Handler[] {
  const terminal: Terminal = { schemaDir, tickets: makeTickets(), busy: false }
  const address = { app: 'admin', controller: 'ajax' } as const
  return [
    { ...address, action: 'terminalTicket', method: 'POST', access: { type: 'login' }, run: (ctx) => giveTicket(terminal, ctx) },
    { ...address, action: 'changeTerminalConfig', method: 'POST', access: { type: 'login' }, run: changeSettings },
    // The ticket is the right: an EventSource sends no token.
    { ...address, action: 'terminal', method: 'GET', access: { type: 'public' }, run: (ctx) => run(terminal, ctx) },
  ]
}

function requireOn(ctx: Context): void {
  if (!ctx.services.settings.terminal) throw new HttpRefused(404)
}

function requireSuper(ctx: Context): Actor {
  requireOn(ctx)
  const actor = actorOf(ctx)
  if (!actor.super) throw new Refused('auth.noRight', {}, { envelope: 401 })
  return actor
}

/** POST {manager}: keeps the package manager (protocol 1.8), which no command uses (decision 99). */
async function changeSettings(ctx: Context): Promise<{ manager: PackageManager }> {
  requireSuper(ctx)
  const { manager } = ctx.body
  if (!isPackageManager(manager)) throw new Refused('terminal.manager', {}, { field: 'manager' })
  await ctx.write(async (trx) => {
    const row = { value: manager, update_time: ctx.now }
    await trx
      .insertInto('config')
      .values({ name: 'terminal_manager', ...row, create_time: ctx.now })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
      .execute()
    await writeAudit(trx, auditOf(ctx, { action: 'terminal.settings', detail: { manager } }))
  })
  return { manager }
}

/** POST {command, password}: the ticket. A wrong password counts like one at the sign-in. */
async function giveTicket(terminal: Terminal, ctx: Context): Promise<{ ticket: string }> {
  const actor = requireSuper(ctx)
  if (terminal.busy) throw new Refused('terminal.busy')
  const { command, password } = ctx.body
  if (!isTerminalCommand(command)) throw new Refused('terminal.unknown', {}, { field: 'command' })
  if (typeof password !== 'string' || password === '' || password.length > 100) throw wrongPassword()
  await proveAgain(ctx, actor, password)
  await ctx.write(async (trx) => {
    await forgive(trx, actor.username, ctx.ip)
    await writeAudit(trx, auditOf(ctx, { action: 'terminal.ticket', detail: { command } }))
  })
  return { ticket: terminal.tickets.give({ adminId: actor.id, sessionId: actor.sessionId, command, lang: ctx.lang }) }
}

const wrongPassword = () => new Refused('terminal.password', {}, { field: 'password' })

async function proveAgain(ctx: Context, { id, username }: Actor, password: string): Promise<void> {
  const { read } = ctx.services.database
  const admin = await read.selectFrom('admin').select(['password', 'status']).where('id', '=', id).executeTakeFirst()
  const account = admin && { password: String(admin.password), enabled: Number(admin.status) === 1 }
  const config = await readSiteConfig(read)
  try {
    await provePassword(ctx, { area: 'admin', username, password, account, config })
  } catch (error) {
    throw error instanceof Refused ? wrongPassword() : error
  }
}

/** GET ?command=&uuid=&extend=&ticket=: runs the command and streams its output. One run at a time on a server. */
async function run(terminal: Terminal, ctx: Context): Promise<RawAnswer> {
  requireOn(ctx)
  const ticket = terminal.tickets.take(ctx.query.ticket)
  const actor = ticket && (await runnerOf(ctx, ticket))
  if (!ticket || !actor) {
    await noteRefusal(ctx, auditOf(ctx, { action: 'terminal.refused', detail: { command: shortText(ctx.query.command) } }))
    throw new Refused('terminal.ticket', {}, { envelope: 401 })
  }
  if (terminal.busy) throw new Refused('terminal.busy')
  terminal.busy = true
  try {
    const stream = Readable.from(await begin(terminal, { ...ctx, actor }, ticket), { objectMode: true })
    stream.once('close', () => {
      terminal.busy = false
    })
    return new RawAnswer('text/event-stream; charset=utf-8', stream, { 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
  } catch (error) {
    terminal.busy = false
    throw error
  }
}

/** The owner of the ticket, while signed in and a super administrator; no other user may use it. */
async function runnerOf(ctx: Context, { adminId, sessionId, command }: Ticket): Promise<Actor | undefined> {
  if (ctx.query.command !== command || (ctx.token !== '' && ctx.actor?.id !== adminId)) return undefined
  const { rows } = await sql`select 1 from admin_session where id = ${sessionId} and expires_time > ${dbNow}`.execute(ctx.read)
  const rights = rows.length === 1 ? await loadRights(ctx.read, 'admin', adminId) : undefined
  return rights?.super ? { ...rights, sessionId } : undefined
}

/** Notes the run before it starts, and how it went. */
async function begin({ schemaDir }: Terminal, ctx: Context, { command, lang }: Ticket): Promise<AsyncGenerator<string>> {
  const { services } = ctx
  const note = (action: string, detail: Record<string, unknown>) =>
    inTransaction(services.database, (trx) => writeAudit(trx, auditOf(ctx, { action, detail: { command, ...detail } })))
  await note('terminal.run', {})
  const say = (key: string, params?: Readonly<Record<string, string | number>>) =>
    ctx.schema.words.text(lang, null, `terminal.${key}`, params)
  const name = { command, uuid: shortText(ctx.query.uuid), extend: shortText(ctx.query.extend) }
  return eventsOf(name, commands[command]({ services, schemaDir, say }), {
    failed(error) {
      const id = randomUUID()
      ctx.log.error({ err: error, id, command }, 'a command of the terminal failed')
      return say('failed', { id })
    },
    ended: (well) =>
      note('terminal.ended', { well }).catch((error: unknown) =>
        ctx.log.error({ err: error }, 'the end of a run could not be noted'),
      ),
  })
}

const shortText = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 100) : '')
