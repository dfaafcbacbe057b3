import { sql } from 'kysely'
import { auditOfStep, type CommandContext, rowOf, rowsOf } from '../../../../server/core/command.ts'
import type { Writer } from '../../../../server/core/db/connect.ts'
import { writeAudit } from '../../../../server/core/log/audit.ts'
import type { AuditEntry } from '../../../../server/core/transaction/auditRows.ts'
import { pendingOf } from '../../../../server/core/transaction/transaction.ts'
import { postScore } from '../../../../server/modules/user/ledger.ts'
import { changed } from '../command.ts'
import { notifyMember } from '../notices/members.ts'
import { earn } from '../points/earn.ts'
import type { ShopTeamChengjiRow, ShopUserCompetitionRow } from '../rows.generated.ts'
import { lockCompetition } from './row.ts'

/** Results that are ranked together. */
export interface Field {
  competition_id: number
  group_name: string
  round: ShopTeamChengjiRow['round']
}

/** What ranks are worked out anew for: what was done, to which result, or by cancelling which registration. */
export interface RankCause {
  by: 'add' | 'edit' | 'delete' | 'rank' | 'cancel'
  key: number
}

/** A published rank that moved. */
interface Moved {
  id: number
  was: number | null
  rank: number | null
}

/**
 * Ranks the results of a competition, group and round: the shortest time first, else the largest score or distance. Equal results share a
 * place, and the next ones count those before them (1, 2, 2, 4). Only who finished has a rank; a fixed one stands as it is. Where members
 * have seen a rank that moves, the audit says from where to where, and what for.
 */
export async function rankResults(
  trx: Writer,
  field: Field,
  env: Pick<CommandContext, 'now' | 'actor'>,
  cause: RankCause,
): Promise<void> {
  await lockCompetition(trx, field.competition_id)
  const moved = await rowsOf(
    trx,
    sql<Moved>`with ranked as (select id, rank as was, case when finish <> 'ok' then null else coalesce(rank_fixed, rank() over (partition by finish
        order by case when result_type = 'time' then time_result end asc, case when result_type <> 'time' then score_result end desc)) end as place
      from shop_team_chengji where competition_id = ${field.competition_id} and group_name = ${field.group_name} and round = ${field.round}),
    moved as (update shop_team_chengji r set rank = ranked.place, update_time = ${env.now} from ranked
      where r.id = ranked.id and r.rank is distinct from ranked.place returning r.id, ranked.was, r.rank, r.published)
    select id, was, rank from moved where published = 1 order by id`,
  )
  for (const each of moved) await noteMove(trx, each, env, cause)
}

/** What the audit will say of each published rank that a transaction moves, by the key of the result. */
const moves = new WeakMap<object, Map<number, { entry: AuditEntry; causes: RankCause[] }>>()

/** One row of the audit for each result and transaction: a file of results may move a rank with every line. */
async function noteMove(
  trx: Writer,
  { id, was, rank }: Moved,
  env: Pick<CommandContext, 'actor'>,
  cause: RankCause,
): Promise<void> {
  const noted = moves.get(trx) ?? new Map<number, { entry: AuditEntry; causes: RankCause[] }>()
  const before = noted.get(id)
  if (before && pendingOf(trx)?.audits.includes(before.entry)) {
    before.causes.push(cause)
    before.entry.detail = { ...before.entry.detail, after: rank }
    return
  }
  const causes = [cause]
  const detail = { before: was, after: rank, causes }
  const entry = auditOfStep(env, { action: 'shop/team/chengji/rank', table: 'shop_team_chengji', key: id, detail })
  if (pendingOf(trx)) moves.set(trx, noted.set(id, { entry, causes })) // it is written when the transaction ends, as it is then
  await writeAudit(trx, entry)
}

/**
 * Publishes a result, once: its award points go to the member, and what the rule for finished competitions gives, once for each entry; the
 * member is told.
 */
export async function publishResult(trx: Writer, resultId: number, env: CommandContext): Promise<void> {
  const result = await rowOf(
    trx,
    sql<Pick<ShopTeamChengjiRow, 'id' | 'entry_id' | 'award_score' | 'rank' | 'finish'>>`update shop_team_chengji
      set published = 1, publish_time = ${env.now}, update_time = ${env.now} where id = ${resultId} and published = 0
      returning id, entry_id, award_score, rank, finish`,
  )
  if (!result) throw changed()
  const entry = await rowOf(
    trx,
    sql<Pick<ShopUserCompetitionRow, 'user_id' | 'bib_no'> & { title: string }>`select e.user_id, e.bib_no, c.title
      from shop_user_competition e join shop_competition c on c.id = e.competition_id where e.id = ${result.entry_id}`,
  )
  if (!entry) throw changed()
  const posting = { userId: entry.user_id, source: 'competition' as const, refNo: String(result.id), memo: entry.title }
  await postScore(trx, { ...posting, score: result.award_score }, env)
  if (result.finish === 'ok')
    await earn(trx, { userId: entry.user_id, event: 'competition_finish', ref: String(result.entry_id), memo: entry.title }, env)
  const data = { competition: entry.title, bib_no: entry.bib_no, rank: String(result.rank ?? '') }
  await notifyMember(trx, { event: 'result_published', userId: entry.user_id, data }, env)
}

/** How many results a competition has changes by `by`. */
export async function countResults(trx: Writer, competitionId: number, by: number): Promise<void> {
  await sql`update shop_competition set result_count = result_count + ${by}::int where id = ${competitionId}`.execute(trx)
}
