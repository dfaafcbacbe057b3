import { stepEnv } from '../../../../server/core/command.ts'
import { Refused } from '../../../../server/core/refuse.ts'
import type { ActionInput, Row, RowAction } from '../../../../server/crud/domain.ts'
import { ShopUserCompetitionCheckIn } from '../options.generated.ts'
import { auditJoin } from './audit.ts'
import { cancelJoin, paidFee } from './cancel.ts'
import { checkIn, hasPublished, isCheckInOpen, numberAgain } from './entries.ts'
import { payJoin } from './pay.ts'
import { registerJoin } from './register.ts'
import { type Field, publishResult, rankResults } from './results.ts'
import { auditTeam, dissolveTeam, isRegistered } from './teamSteps.ts'

const id = (input: ActionInput) => Number(input.row.id)
const text = (value: unknown) => String(value ?? '').trim()

/** Check-in waits for the day before the start, and is over with the competition. */
function checking(from: 0 | 1, to: 0 | 1 | 2): RowAction {
  return {
    refuse: { notOpen: async ({ ctx, trx, row }) => !(await isCheckInOpen(trx, Number(row.competition_id), ctx.now)) },
    run: (input) => checkIn(input.trx, { entryId: id(input), from, to }, stepEnv(input.ctx)),
  }
}

/** What the buttons of teams, registrations, entries and results do: the steps of E7 and E8 as the administrator who pressed them. */
export const teamActions: Readonly<Record<string, RowAction>> = {
  'shop/team/team.audit': {
    run: (input) =>
      auditTeam(
        input.trx,
        { teamId: id(input), agree: input.values.result === 'agree', note: text(input.values.note) },
        stepEnv(input.ctx),
      ),
  },
  'shop/team/team.dissolve': {
    refuse: { inCompetition: ({ ctx, trx, row }) => isRegistered(trx, Number(row.id), ctx.now) },
    run: (input) => dissolveTeam(input.trx, { teamId: id(input), reason: text(input.values.reason) }, stepEnv(input.ctx)),
  },
  'shop/team/join.register': { run: register },
  'shop/team/join.audit': {
    run: (input) =>
      auditJoin(
        input.trx,
        { joinId: id(input), agree: input.values.result === 'agree', note: text(input.values.note) },
        stepEnv(input.ctx),
      ),
  },
  'shop/team/join.pay': {
    run: ({ ctx, trx, row, values }) =>
      payJoin(
        trx,
        { joinId: Number(row.id), amount: Number(row.fee), payType: 'offline', tradeNo: '', note: text(values.remark) },
        stepEnv(ctx),
      ),
  },
  'shop/team/join.cancel': {
    prepare: async ({ row: { pay_time, fee, refund_amount } }) => ({
      refund_amount: paidFee({
        pay_time: pay_time === null ? null : Number(pay_time),
        fee: Number(fee),
        refund_amount: Number(refund_amount),
      }),
    }),
    refuse: { resultPublished: ({ trx, row }) => hasPublished(trx, 'join_id', Number(row.id)) },
    run: ({ ctx, trx, row, values }) =>
      cancelJoin(
        trx,
        { joinId: Number(row.id), reason: text(values.reason), refund: Number(values.refund_amount ?? 0) },
        stepEnv(ctx),
      ),
  },
  'shop/user/competition.checkIn': checking(ShopUserCompetitionCheckIn.open, ShopUserCompetitionCheckIn.present),
  'shop/user/competition.undo': checking(ShopUserCompetitionCheckIn.present, ShopUserCompetitionCheckIn.open),
  'shop/user/competition.absent': checking(ShopUserCompetitionCheckIn.open, ShopUserCompetitionCheckIn.absent),
  'shop/user/competition.number': {
    refuse: { resultPublished: ({ trx, row }) => hasPublished(trx, 'id', Number(row.id)) },
    run: (input) => numberAgain(input.trx, id(input), stepEnv(input.ctx)),
  },
  'shop/team/chengji.publish': { run: (input) => publishResult(input.trx, id(input), stepEnv(input.ctx)) },
  'shop/team/chengji.rank': {
    run: ({ ctx, trx, row }) => {
      const field = row as unknown as Field // a row of the page's own table, all of it
      return rankResults(trx, field, stepEnv(ctx), { by: 'rank', key: Number(row.id) })
    },
  },
}

/** On behalf of a member; what is paid at the desk is confirmed in the same transaction. */
async function register({ ctx, trx, values }: ActionInput): Promise<Row> {
  const env = stepEnv(ctx)
  if (typeof values.group_name !== 'string') throw new Refused('team.noGroup', {}, { field: 'group_name' })
  const made = await registerJoin(
    trx,
    {
      competitionId: Number(values.competition_id),
      groupName: values.group_name,
      userId: Number(values.user_id),
      teamId: values.type === 'team' && values.team_id ? Number(values.team_id) : undefined,
      contestantIds: values.contestant_ids as number[],
      attachments: values.attachments as string[],
      remark: text(values.remark),
    },
    env,
  )
  if (made.fee > 0 && values.paid === 1)
    await payJoin(trx, { joinId: made.id, amount: made.fee, payType: 'offline', tradeNo: '' }, env)
  return { id: made.id, join_no: made.joinNo }
}
