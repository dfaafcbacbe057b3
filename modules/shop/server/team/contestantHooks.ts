import { sql } from 'kysely'
import { rowOf } from '../../../../server/core/command.ts'
import { Refused } from '../../../../server/core/refuse.ts'
import { siteZone } from '../../../../server/core/siteConfig.ts'
import type { DeleteInput, FieldMessage, SaveInput, ScreenHooks } from '../../../../server/crud/domain.ts'
import { sealText } from '../../../../server/crud/rows/sealed.ts'
import { readIdNumber } from '../../../../src/schemas/kinds/idnumber.ts'
import { computesOf } from '../computes.ts'
import { ShopTeamJoinStatus } from '../options.generated.ts'
import type { ShopCompetitionRow, ShopContestantRow } from '../rows.generated.ts'

const table = 'shop_contestant'

/** Whole years today, in the site's zone. */
export const contestantAge = { sql: `extract(year from age((now() at time zone ${siteZone})::date, t.birthday))::int` }

export const contestantHooks: ScreenHooks = {
  computes: computesOf('shop/user/contestant', { age: contestantAge }),
  validate: contestantErrors,
  beforeSave: async ({ values }) => {
    if (typeof values.idnumber === 'string' && values.idnumber !== '') Object.assign(values, readIdNumber(values.idnumber))
  },
  beforeDelete: requireFree,
}

/** Whom to call in an emergency is somebody else; a member has each person once. */
async function contestantErrors(input: SaveInput): Promise<Record<string, FieldMessage>> {
  const { before, values } = input
  const record = { ...before, ...values }
  const found: Record<string, FieldMessage> = {}
  if (record.mobile && record.mobile === record.emergency_mobile) found.emergency_mobile = { code: 'team.otherMobile' }
  if (await isTwice(input)) found[values.idnumber === undefined ? 'user_id' : 'idnumber'] = { code: 'unique' }
  return found
}

async function isTwice({ ctx, trx, before, values }: SaveInput): Promise<boolean> {
  const { idnumber } = values
  if (idnumber === undefined && (values.user_id === undefined || !before)) return false
  const key = Number(before?.id ?? 0)
  const sealed =
    typeof idnumber === 'string'
      ? await sealText(ctx.services.secretBox, table, 'idnumber', idnumber)
      : (
          await rowOf(
            trx,
            sql<Pick<ShopContestantRow, 'idnumber_sealed'>>`select idnumber_sealed from shop_contestant where id = ${key}`,
          )
        )?.idnumber_sealed
  if (!sealed) return false
  const userId = Number(values.user_id ?? before?.user_id ?? 0)
  const other = await rowOf(
    trx,
    sql<Pick<ShopContestantRow, 'id'>>`select id from shop_contestant
      where user_id = ${userId} and idnumber_sealed = ${sealed} and id <> ${key} and delete_time is null limit 1`,
  )
  return other !== undefined
}

/** Nobody goes who is entered for a competition that has not ended, or waits to be. */
async function requireFree({ ctx, trx, rows }: DeleteInput): Promise<void> {
  const ids = rows.map((row) => Number(row.id))
  const waiting = [ShopTeamJoinStatus.toPay, ShopTeamJoinStatus.toAudit, ShopTeamJoinStatus.approved]
  const busy = await rowOf(
    trx,
    sql<Pick<ShopContestantRow, 'name'> & Pick<ShopCompetitionRow, 'title'>>`select p.name, c.title from shop_contestant p
      join shop_team_join j on j.contestant_ids @> array[p.id] and j.status = any(${waiting}::int[])
      join shop_competition c on c.id = j.competition_id and c.end_time > ${ctx.now}
      where p.id = any(${ids}::int[]) order by p.id limit 1`,
  )
  if (busy) throw new Refused('team.contestantInUse', busy)
}
