import { sql } from 'kysely'
import { type CommandContext, rowOf, systemContext } from '../../../../server/core/command.ts'
import type { Reader, Writer } from '../../../../server/core/db/connect.ts'
import type { UserRow } from '../../../../server/core/rows.generated.ts'
import { mostScore, postScore } from '../../../../server/modules/user/ledger.ts'
import { wireZone } from '../../../../src/schemas/kinds/clock.ts'
import type { PointsRuleRow, UserScoreLogRow } from '../rows.generated.ts'

export type PointsEvent = PointsRuleRow['event']

/** How points of an event stand in the ledger: their source, and what their reference begins with, so that each origin counts once. */
const events: Readonly<Record<PointsEvent, { source: UserScoreLogRow['source']; prefix: string }>> = {
  register: { source: 'register', prefix: 'U' },
  sign_in: { source: 'sign_in', prefix: 'S' },
  order_complete: { source: 'order', prefix: '' },
  evaluate: { source: 'evaluate', prefix: 'V' },
  evaluate_image: { source: 'evaluate', prefix: 'I' },
  competition_finish: { source: 'competition', prefix: 'K' },
  birthday: { source: 'birthday', prefix: 'B' },
  profile: { source: 'profile', prefix: 'F' },
}

/** What a rule needs to know of what happened. */
export interface Occasion {
  /** Fen, for rules by amount. */
  fen?: number
  /** How many days in a row, for ladders. */
  day?: number
}

export type Rule = Pick<PointsRuleRow, 'event' | 'title' | 'mode' | 'value' | 'ratio' | 'ladder' | 'day_limit' | 'valid_days'>

/** Points that a rule gives, before its limit of a day. A ladder begins again after its last day. Pure. */
export function pointsBy(rule: Rule, { fen = 0, day = 1 }: Occasion): number {
  if (rule.mode === 'fixed') return rule.value ?? 0
  if (rule.mode === 'ratio') return Number((BigInt(Math.max(fen, 0)) * BigInt(hundredths(rule.ratio))) / 10_000n)
  const last = Math.max(0, ...rule.ladder.map((step) => step.day))
  const at = last === 0 ? 0 : ((day - 1) % last) + 1
  const step = rule.ladder.filter((each) => each.day <= at).sort((a, b) => b.day - a.day)[0]
  return step?.value ?? 0
}

/** A ratio has two decimals at most, so a hundred of it is whole. */
function hundredths(ratio: unknown): number {
  return Math.round(Number(ratio ?? 0) * 100)
}

/** The rule of an event, if it is in force. */
export async function ruleOf(db: Reader, event: PointsEvent): Promise<Rule | undefined> {
  const { rows } = await sql<Rule>`select * from points_rule where event = ${event} and status = 1`.execute(db)
  return rows[0]
}

/** Points that an order of this amount (fen) earns when it is complete, by the rule of now; the member's level multiplies them then. */
export async function orderPoints(trx: Writer, fen: number): Promise<number> {
  const rule = await ruleOf(trx, 'order_complete')
  return rule ? pointsBy(rule, { fen }) : 0
}

export interface Earning extends Occasion {
  userId: number
  event: PointsEvent
  /** What it is for (the key of a line, a day …): together with event and member it counts once. */
  ref: string
  /** Shown beside it; the rule's title when absent. */
  memo?: string
  /** Points that are settled already, in place of the rule's. */
  points?: number
  /** Further points in the same row, whatever the rule says. */
  more?: number
}

/**
 * Gives a member the points that the rule of an event awards, once per origin, within the daily limit. Returns how many; 0 without an
 * active rule or such a member, or when already awarded. Callers need not check: nothing here refuses.
 */
export async function earn(trx: Writer, earning: Earning, env: CommandContext): Promise<number> {
  const { userId, event, more = 0 } = earning
  const rule = await ruleOf(trx, event)
  const wanted = earning.points ?? (rule ? pointsBy(rule, earning) : 0)
  if (wanted + more <= 0) return 0
  const { source, prefix } = events[event]
  const refNo = `${prefix}${earning.ref}`
  const member = await rowOf(
    trx,
    sql<Pick<UserRow, 'score'>>`select score from "user" where id = ${userId} and delete_time is null for no key update`,
  )
  if (!member || (await isGiven(trx, userId, source, refNo))) return 0
  const today = rule && rule.day_limit > 0 ? await leftToday(trx, userId, rule, env.now) : wanted
  const score = Math.min(Math.min(wanted, today) + more, mostScore - member.score)
  if (score <= 0) return 0
  const expireTime = rule && rule.valid_days > 0 ? env.now + rule.valid_days * 86_400 : undefined
  const memo = earning.memo ?? rule?.title ?? ''
  await postScore(trx, { userId, score, source, refNo, memo, ...(expireTime ? { expireTime } : {}) }, systemContext(env))
  return score
}

async function isGiven(trx: Writer, userId: number, source: string, refNo: string): Promise<boolean> {
  const row = await rowOf(
    trx,
    sql`select 1 from user_score_log where source = ${source} and ref_no = ${refNo} and user_id = ${userId}`,
  )
  return row !== undefined
}

/** What a rule may still give a member on the day of the shop's zone. */
async function leftToday(trx: Writer, userId: number, rule: Rule, now: number): Promise<number> {
  const { source, prefix } = events[rule.event]
  const got = await rowOf(
    trx,
    sql<Pick<UserScoreLogRow, 'score'>>`select coalesce(sum(score), 0)::float8 as score from user_score_log
      where user_id = ${userId} and source = ${source} and ref_no like ${`${prefix}%`} and create_time >= ${startOfDay(now)}`,
  )
  return Math.max(0, rule.day_limit - (got?.score ?? 0))
}

/** SQL: unix seconds at which the day of `now` began in the shop's zone. */
const startOfDay = (now: number) =>
  sql`extract(epoch from date_trunc('day', to_timestamp(${now}::bigint) at time zone ${wireZone()}::text) at time zone ${wireZone()}::text)`
