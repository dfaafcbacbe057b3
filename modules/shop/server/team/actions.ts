import { stepEnv } from '../../../../server/core/command.ts'
import { Refused } from '../../../../server/core/refuse.ts'
import type { Row } from '../../../../server/crud/domain.ts'
import { type ActionInput, defineActions } from '../actions.ts'
import { ShopUserCompetitionCheckIn } from '../options.generated.ts'
import { auditJoin } from './audit.ts'
import { cancelJoin, paidFee } from './cancel.ts'
import { certificateAddress } from './certificate.ts'
import { checkIn, hasPublished, isCheckInOpen, numberAgain } from './entries.ts'
import { payJoin } from './pay.ts'
import { registerJoin } from './register.ts'
import { publishResult, rankResults } from './results.ts'
import { auditTeam, dissolveTeam, isRegistered } from './teamSteps.ts'

/** Check-in waits for the day before the start, and is over with the competition. */
function checking(from: 0 | 1, to: 0 | 1 | 2) {
  type Entry = Pick<ActionInput<'shop/user/competition.checkIn'>, 'ctx' | 'trx' | 'row'>
  return {
    refuse: { notOpen: async ({ ctx, trx, row }: Entry) => !(await isCheckInOpen(trx, row.competition_id, ctx.now)) },
    run: ({ ctx, trx, row }: Entry) => checkIn(trx, { entryId: row.id, from, to }, stepEnv(ctx)),
  }
}

/** What the buttons of teams, registrations, entries and results do: the steps of E7 and E8 as the administrator who pressed them. */
export const teamActions = defineActions({
  'shop/team/team.audit': {
    run: ({ ctx, trx, row, values }) =>
      auditTeam(trx, { teamId: row.id, agree: values.result === 'agree', note: values.note.trim() }, stepEnv(ctx)),
  },
  'shop/team/team.dissolve': {
    refuse: { inCompetition: ({ ctx, trx, row }) => isRegistered(trx, row.id, ctx.now) },
    run: ({ ctx, trx, row, values }) => dissolveTeam(trx, { teamId: row.id, reason: values.reason.trim() }, stepEnv(ctx)),
  },
  'shop/team/join.register': { run: register },
  'shop/team/join.audit': {
    run: ({ ctx, trx, row, values }) =>
      auditJoin(trx, { joinId: row.id, agree: values.result === 'agree', note: values.note.trim() }, stepEnv(ctx)),
  },
  'shop/team/join.pay': {
    run: ({ ctx, trx, row, values }) =>
      payJoin(
        trx,
        { joinId: row.id, amount: row.fee, payType: 'offline', tradeNo: '', note: values.remark.trim() },
        stepEnv(ctx),
      ),
  },
  'shop/team/join.cancel': {
    prepare: async ({ row }) => ({ refund_amount: paidFee(row) }),
    refuse: { resultPublished: ({ trx, row }) => hasPublished(trx, 'join_id', row.id) },
    run: ({ ctx, trx, row, values }) =>
      cancelJoin(trx, { joinId: row.id, reason: values.reason.trim(), refund: values.refund_amount ?? 0 }, stepEnv(ctx)),
  },
  'shop/user/competition.checkIn': checking(ShopUserCompetitionCheckIn.open, ShopUserCompetitionCheckIn.present),
  'shop/user/competition.undo': checking(ShopUserCompetitionCheckIn.present, ShopUserCompetitionCheckIn.open),
  'shop/user/competition.absent': checking(ShopUserCompetitionCheckIn.open, ShopUserCompetitionCheckIn.absent),
  'shop/user/competition.number': {
    refuse: { resultPublished: ({ trx, row }) => hasPublished(trx, 'id', row.id) },
    run: ({ ctx, trx, row }) => numberAgain(trx, row.id, stepEnv(ctx)),
  },
  'shop/team/chengji.publish': { run: ({ ctx, trx, row }) => publishResult(trx, row.id, stepEnv(ctx)) },
  'shop/team/chengji.certificatePdf': {
    runAll: ({ ctx, rows }) =>
      certificateAddress(
        ctx,
        'admin',
        rows.map(({ id }) => id),
      ),
  },
  'shop/team/chengji.rank': {
    run: ({ ctx, trx, row }) => rankResults(trx, row, stepEnv(ctx), { by: 'rank', key: row.id }),
  },
})

/** On behalf of a member; what is paid at the desk is confirmed in the same transaction. */
async function register({ ctx, trx, values }: ActionInput<'shop/team/join.register'>): Promise<Row> {
  const env = stepEnv(ctx)
  if (values.group_name === '') throw new Refused('team.noGroup', {}, { field: 'group_name' })
  const made = await registerJoin(
    trx,
    {
      competitionId: values.competition_id,
      groupName: values.group_name,
      userId: values.user_id,
      teamId: values.type === 'team' && values.team_id ? values.team_id : undefined,
      contestantIds: values.contestant_ids,
      attachments: values.attachments,
      remark: values.remark.trim(),
    },
    env,
  )
  if (made.fee > 0 && values.paid === 1)
    await payJoin(trx, { joinId: made.id, amount: made.fee, payType: 'offline', tradeNo: '' }, env)
  return { id: made.id, join_no: made.joinNo }
}
