import type { Writer } from '../../../../server/core/db/connect.ts'
import { auditJoin } from '../../server/team/audit.ts'
import { cancelJoin, cancelOwnJoin, timeOutJoin } from '../../server/team/cancel.ts'
import { payJoin } from '../../server/team/pay.ts'
import { payWithin, registerJoin } from '../../server/team/register.ts'
import { day, hour, minute, officeTime } from '../clock.ts'
import { competitions, type DemoCompetition, timesOf } from './competitions.ts'
import type { Family, TeamWorld } from './teams.ts'

/** How a registration ends up. */
type Outcome = 'approved' | 'toAudit' | 'toPay' | 'refused' | 'cancelled' | 'cancelledByShop' | 'timedOut' | 'withdrawn'

/**
 * Registrations of each competition, by outcome: 102 approved, 14 to audit, 6 to pay, 8 refused, 10 cancelled. `sizes` are the contestants
 * of the approved ones: 420 in all, 320 of them in the three that are over.
 */
const plans: readonly { approved: readonly [count: number, size: number][]; others: readonly [Outcome, number][] }[] = [
  {
    approved: [[30, 4]],
    others: [
      ['refused', 2],
      ['cancelled', 1],
      ['timedOut', 1],
    ],
  },
  { approved: [[20, 4]], others: [] },
  {
    approved: [[30, 4]],
    others: [
      ['refused', 2],
      ['cancelledByShop', 1],
      ['timedOut', 1],
    ],
  },
  {
    approved: [[10, 5]],
    others: [
      ['cancelled', 1],
      ['timedOut', 1],
    ],
  },
  {
    approved: [
      [2, 5],
      [4, 4],
    ],
    others: [
      ['toAudit', 8],
      ['toPay', 3],
      ['refused', 2],
      ['withdrawn', 2],
    ],
  },
  {
    approved: [[6, 4]],
    others: [
      ['toAudit', 6],
      ['toPay', 3],
      ['refused', 2],
      ['cancelled', 1],
      ['cancelledByShop', 1],
    ],
  },
]

/** A registration of the demo shop; its key is known when it has happened. */
export interface DemoJoin {
  competition: number
  outcome: Outcome
  held: { id: number }
}

/** Plans the registrations of the demo shop: who registers when, pays, is audited, cancels. */
export function planJoins(shared: TeamWorld): DemoJoin[] {
  return plans.flatMap(({ approved, others }, i) => {
    const competition = competitions[i]
    if (!competition) return []
    const wanted: [Outcome, number][] = [
      ...approved.flatMap(([count, size]) => Array.from({ length: count }, (): [Outcome, number] => ['approved', size])),
      ...others.flatMap(([outcome, count]) => Array.from({ length: count }, (): [Outcome, number] => [outcome, 3])),
    ]
    const families =
      competition.type === 'team'
        ? shared.families.slice(0, wanted.length)
        : shared.random.shuffled(shared.families).slice(0, wanted.length)
    return wanted.flatMap(([outcome, size], n) => {
      const family = families[n]
      return family ? [planJoin(shared, { competition, place: i, family, outcome, size })] : []
    })
  })
}

interface Wanted {
  competition: DemoCompetition
  /** Of the competition, from 0. */
  place: number
  family: Family
  outcome: Outcome
  size: number
}

function planJoin({ world, random, env }: TeamWorld, { competition, place, family, outcome, size }: Wanted): DemoJoin {
  const { member, contestants, team } = family
  const { join_start, join_end } = timesOf(competition, world.now)
  const held = { id: 0 }
  const open = Math.max(join_start, member.joined)
  // Whatever follows (a payment, an audit, a withdrawal) has time to happen before the demo's own time.
  const latest = Math.min(join_end, world.now - 3 * day)
  const time =
    outcome === 'toPay'
      ? world.now - random.between(2, 25) * minute
      : outcome === 'toAudit'
        ? world.now - random.between(2 * hour, 40 * hour)
        : random.between(open + hour, latest - hour)
  const groups = competition.groups.filter(([, fee, , limits]) => !limits && (fee > 0 || outcome === 'approved'))
  const [groupName = ''] = random.pick(groups)
  const input = {
    competitionId: place + 1,
    groupName,
    userId: member.id,
    teamId: competition.type === 'team' ? team : undefined,
    contestantIds: contestants.slice(0, size),
    remark: random.chance(20) ? random.pick(['请安排同一出发区', '需要提前领取参赛包', '有一人首次参赛']) : '',
  }
  const fee = (competition.groups.find(([name]) => name === groupName)?.[1] ?? 0) > 0
  let amount = 0
  world.at(time, async (trx) => {
    const made = await registerJoin(trx, input, env(world.asMember(time, member)))
    held.id = made.id
    amount = made.fee
  })
  const join = { competition: place + 1, outcome, held }
  if (outcome === 'toPay') return join
  if (outcome === 'timedOut') {
    const late = time + payWithin + minute
    world.at(late, (trx) => timeOutJoin(trx, held.id, env(world.asShop(late))))
    return join
  }
  const paid = time + random.between(2, 20) * minute
  const payType = random.pick(['wechat', 'wechat', 'alipay'] as const)
  const tradeNo = `${payType === 'wechat' ? '42' : '20'}${time}${String(random.int(1e8)).padStart(8, '0')}`
  if (fee) world.at(paid, (trx) => payJoin(trx, { joinId: held.id, amount, payType, tradeNo }, env(world.asShop(paid))))
  if (outcome !== 'toAudit') {
    const registered = { outcome, held, amount: () => amount, member }
    planEnd({ world, random, env }, registered, officeTime(random, paid + hour))
  }
  return join
}

type Acting = Pick<TeamWorld, 'world' | 'random' | 'env'>

/** A registration that was paid, as far as it is known when its end is planned. */
interface Registered {
  outcome: Outcome
  held: { id: number }
  /** Its fee in fen, known once it was made. */
  amount: () => number
  member: Family['member']
}

function planEnd({ world, random, env }: Acting, { outcome, held, amount, member }: Registered, time: number): void {
  const audit = (agree: boolean) => (trx: Writer) =>
    auditJoin(
      trx,
      { joinId: held.id, agree, note: agree ? '' : random.pick(['参赛人资料不完整', '未上传健康证明']) },
      env(world.asStaff(time, 'manager')),
    )
  const withdraw = (at: number) =>
    world.at(at, (trx) => cancelOwnJoin(trx, { joinId: held.id, userId: member.id }, env(world.asMember(at, member))))
  if (outcome === 'cancelled') {
    withdraw(time)
    return
  }
  world.at(time, audit(outcome !== 'refused'))
  if (outcome === 'withdrawn') withdraw(time + 6 * hour)
  if (outcome !== 'cancelledByShop') return
  const after = time + 2 * hour
  world.at(after, (trx) =>
    cancelJoin(
      trx,
      { joinId: held.id, reason: '会员来电，行程有变', refund: Math.floor(amount() / 200) * 100 },
      env(world.asStaff(after, 'manager')),
    ),
  )
}
