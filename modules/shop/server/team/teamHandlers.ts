import { sql } from 'kysely'
import { type CommandContext, memberEnv, rowOf, rowsOf } from '../../../../server/core/command.ts'
import { actorOf, type Context } from '../../../../server/core/context.ts'
import { columnDefault } from '../../../../server/core/db/columns.ts'
import type { Writer } from '../../../../server/core/db/connect.ts'
import type { Handler } from '../../../../server/core/handler.ts'
import { withIdempotency } from '../../../../server/core/http/idempotency.ts'
import { refuseInvalid } from '../../../../server/crud/validate/refusal.ts'
import { validateFields } from '../../../../server/crud/validate/validate.ts'
import type { Field } from '../../../../src/schemas/field.ts'
import { decodeRow } from '../../../../src/schemas/language/wire/codec.ts'
import { ShopTeamStatus } from '../options.generated.ts'
import type { ShopContestantRow } from '../rows.generated.ts'
import { keyOf } from '../store/call.ts'
import { memberErrors } from './hooks.ts'
import type { TeamRow } from './row.ts'
import { dissolveOwnTeam, type Proposal, resubmitTeam, submitTeam } from './teamSteps.ts'

const base = { app: 'api', controller: 'shop.Team', access: { type: 'login' } } as const

/** What members do with their teams: see them, propose one, change one that was refused, dissolve one. */
export const teamHandlers: readonly Handler[] = [
  { ...base, action: 'mine', method: 'GET', run: async (ctx) => ({ list: await mine(ctx) }) },
  {
    ...base,
    action: 'submit',
    method: 'POST',
    run: doing('submit', async (trx, ctx, env) => ({
      id: await submitTeam(trx, actorOf(ctx).id, await readProposal(trx, ctx, 0), env),
    })),
  },
  {
    ...base,
    action: 'resubmit',
    method: 'POST',
    run: doing('resubmit', async (trx, ctx, env) => {
      const teamId = keyOf(ctx.body.id)
      await resubmitTeam(trx, { teamId, userId: actorOf(ctx).id, team: await readProposal(trx, ctx, teamId) }, env)
      return { id: teamId }
    }),
  },
  {
    ...base,
    action: 'dissolve',
    method: 'POST',
    run: doing('dissolve', async (trx, ctx, env) => {
      const teamId = keyOf(ctx.body.id)
      const reason = typeof ctx.body.reason === 'string' ? ctx.body.reason.trim().slice(0, 255) : ''
      await dissolveOwnTeam(trx, { teamId, userId: actorOf(ctx).id, reason }, env)
      return { id: teamId }
    }),
  },
]

/** A step of the member, once for each key of the call. */
function doing(action: string, step: (trx: Writer, ctx: Context, env: CommandContext) => Promise<unknown>): Handler['run'] {
  return (ctx) => withIdempotency(ctx, `shop.Team/${action}`, (trx) => step(trx, ctx, memberEnv(ctx)))
}

/** What a member says of a team. Pictures are the shop's to add. */
const said = ['name', 'color', 'city', 'mobile', 'slogan', 'description', 'members'] as const

/** The team of the body, judged as the form of the back office judges it; of the contestants each must be the member's own. */
async function readProposal(trx: Writer, ctx: Context, teamId: number): Promise<Proposal> {
  const page = ctx.schema.pages.get('shop/team/team')
  const fields = Object.fromEntries(said.flatMap((name) => (page?.fields[name] ? [[name, page.fields[name] as Field]] : [])))
  if (!page || Object.keys(fields).length < said.length) throw new Error('the page of teams has lost its fields')
  const given = Object.fromEntries(Object.entries(ctx.body).filter(([name]) => Object.hasOwn(fields, name)))
  const { values, errors } = decodeRow(fields, given)
  const usual = Object.fromEntries(Object.values(fields).map((field) => [field.name, columnDefault(field)]))
  const record = { ...usual, ...values }
  const judged = validateFields({ fields: Object.values(fields), record, selfId: actorOf(ctx).id, now: ctx.now })
  const place = { page, prefix: 'fields' }
  refuseInvalid(ctx, place, { ...judged, ...errors })
  const team = record as unknown as Proposal // judged against the page's fields, so it has their types
  refuseInvalid(ctx, place, { ...memberErrors(team.members), ...(await strangers(trx, ctx, team)) })
  const other = await rowOf(
    trx,
    sql`select 1 from shop_team where lower(name) = lower(${team.name}) and id <> ${teamId} and delete_time is null`,
  )
  if (other) refuseInvalid(ctx, place, { name: { code: 'unique' } })
  return team
}

async function strangers(trx: Writer, ctx: Context, { members }: Proposal) {
  const ids = members.map((each) => each.contestant_id)
  const own = await rowsOf(
    trx,
    sql<
      Pick<ShopContestantRow, 'id'>
    >`select id from shop_contestant where id = any(${ids}::int[]) and user_id = ${actorOf(ctx).id}
      and status = 1 and delete_time is null`,
  )
  const known = new Set(own.map(({ id }) => id))
  return Object.fromEntries(
    ids.flatMap((id, i) => (known.has(Number(id)) ? [] : [[`members.${i}.contestant_id`, { code: 'remote' }] as const])),
  )
}

type Mine = Pick<TeamRow, 'id' | 'name' | 'logo' | 'status' | 'audit_note' | 'members'>

/** The teams that the member leads, the latest first. */
async function mine(ctx: Context): Promise<Mine[]> {
  const { rows } = await sql<Mine>`select id, name, logo, status, audit_note, members from shop_team
    where captain_id = ${actorOf(ctx).id} and delete_time is null and status <> ${ShopTeamStatus.dissolved} order by id desc limit 200`.execute(
    ctx.read,
  )
  return rows
}
