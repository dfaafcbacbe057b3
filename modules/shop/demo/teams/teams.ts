import type { CommandContext } from '../../../../server/core/command.ts'
import type { Writer } from '../../../../server/core/db/connect.ts'
import type { SecretBox } from '../../../../server/core/secretBox.ts'
import { sealText } from '../../../../server/crud/rows/sealed.ts'
import { withCheckDigit } from '../../../../src/schemas/kinds/idnumber.ts'
import { maskText } from '../../../../src/schemas/language/wire/mask.ts'
import { auditTeam, dissolveTeam, submitTeam } from '../../server/team/teamSteps.ts'
import { day, hour, officeTime } from '../clock.ts'
import { insert } from '../goods/goods.ts'
import type { DemoMember } from '../members/members.ts'
import { personName } from '../members/people.ts'
import { type Random, randomFrom } from '../random.ts'
import type { World } from '../world.ts'
import { competitionRows, teamColors, teamNames } from './competitions.ts'
import { planJoins } from './joins.ts'
import { planResults } from './results.ts'

/** A seed of their own: the rest of the demo shop is the same with and without their chance. */
const seed = 0x5445414d
/** 52 members with five contestants each: 260. */
const families = 52
export const perFamily = 5
/** Of 24 teams the last three wait for the audit, the one before was refused, and the one before that was dissolved. */
const dissolved = 20
const refused = 21

/** A member with the keys of the contestants whom they register, and of the team they lead if they do. */
export interface Family {
  member: DemoMember
  contestants: readonly number[]
  team?: number
}

/** Everything the plans of the area share. */
export interface TeamWorld {
  world: World
  random: Random
  families: readonly Family[]
  /** The same environment with numbers by the area's own chance. */
  env(env: CommandContext): CommandContext
}

/** Makes the competitions and contestants of the demo shop, and plans its teams, registrations, starts and results. */
export async function seedTeams(trx: Writer, world: World, seal: SecretBox): Promise<void> {
  const random = randomFrom(seed)
  await insert(trx, 'shop_competition', competitionRows(world.now))
  const oldest = world.members.filter((member) => member.joined < world.now - 130 * day)
  const members = random.shuffled(oldest).slice(0, families)
  if (members.length < families) throw new Error(`the demo shop has only ${members.length} members to register`)
  const made = await seedContestants(trx, members, { world, random, seal })
  const shared: TeamWorld = { world, random, families: made, env: (env) => ({ ...env, random: random.int }) }
  planTeams(shared)
  const joins = planJoins(shared)
  planResults(shared, joins)
}

async function seedContestants(
  trx: Writer,
  members: readonly DemoMember[],
  { world, random, seal }: { world: World; random: Random; seal: SecretBox },
): Promise<Family[]> {
  const rows: Record<string, unknown>[] = []
  const made = members.map((member, family): Family => {
    const contestants = Array.from({ length: perFamily }, (_, n) => {
      rows.push(contestant(member, { n, count: rows.length }, random, world.now))
      return rows.length
    })
    return { member, contestants, ...(family < teamNames.length ? { team: family + 1 } : {}) }
  })
  for (const row of rows) {
    const text = String(row.idnumber)
    row.idnumber_sealed = await sealText(seal, 'shop_contestant', 'idnumber', text)
    row.idnumber = maskText(text, 'middle')
  }
  await insert(trx, 'shop_contestant', rows)
  return made
}

const cities = [
  [330_000, 330_100, 330_106],
  [310_000, 310_100, 310_104],
  [320_000, 320_500, 320_506],
  [440_000, 440_300, 440_305],
] as const

/** Somebody of 19 to 55; the area of the number is none there is. */
function contestant(
  member: DemoMember,
  { n, count }: { n: number; count: number },
  random: Random,
  now: number,
): Record<string, unknown> {
  const gender = random.chance(55) ? 1 : 2
  const year = new Date(now * 1000).getUTCFullYear() - random.between(19, 55)
  const [month, date] = [random.between(1, 12), random.between(1, 28)].map((part) => String(part).padStart(2, '0'))
  const order = String(((count * 2) % 998) + (gender === 1 ? 1 : 2)).padStart(3, '0')
  const created = now - random.between(121, 129) * day
  return {
    user_id: member.id,
    name: n === 0 ? member.name : personName(random, gender),
    idnumber: withCheckDigit(`999999${year}${month}${date}${order}`),
    gender,
    birthday: `${year}-${month}-${date}`,
    mobile: n === 0 ? member.mobile : `1380013${String(2000 + count)}`,
    email: '',
    blood: random.pick(['A', 'B', 'O', 'AB', 'unknown']),
    size: random.pick(['S', 'M', 'M', 'L', 'L', 'XL', 'XXL']),
    city: random.pick(cities),
    emergency_name: personName(random, 0),
    emergency_mobile: `1380013${String(3000 + count)}`,
    avatar: `/demo/avatar-${String(1 + random.int(24)).padStart(2, '0')}.svg`,
    health_file: '',
    is_self: n === 0 ? 1 : 0,
    status: 1,
    create_time: created,
    update_time: created,
  }
}

/** Members propose teams, the shop audits them; one is dissolved later. Those that wait came in during the last two days. */
function planTeams({ world, random, families, env }: TeamWorld): void {
  const waiting = teamNames.length - 3
  for (const [i, { member, contestants }] of families.slice(0, teamNames.length).entries()) {
    const time = i < waiting ? world.now - 120 * day + i * 2 * hour : world.now - (teamNames.length - i) * 9 * hour
    const roles = ['captain', 'player', 'player', 'player', 'reserve'] as const
    const team = {
      name: teamNames[i] ?? '',
      logo: `/demo/team-${String(i + 1).padStart(2, '0')}.svg`,
      color: teamColors[i % teamColors.length] ?? '#2b5a92',
      city: (cities[i % cities.length] ?? [330_000, 330_100]).slice(0, 2),
      mobile: member.mobile,
      slogan: random.pick(['不到终点不回头', '一起出汗', '输赢都请客', '永远在路上']),
      members: contestants.map((contestant_id, n) => ({
        contestant_id,
        role: roles[n] ?? 'player',
        number: n + 1 + random.int(3) * 10,
      })),
    }
    world.at(time, (trx) => submitTeam(trx, member.id, team, env(world.asMember(time, member))))
    if (i >= waiting) continue
    const audited = officeTime(random, time + hour)
    const agree = i !== refused - 1
    const note = agree ? '' : '队名不合规范，请修改'
    world.at(audited, (trx) => auditTeam(trx, { teamId: i + 1, agree, note }, env(world.asStaff(audited, 'manager'))))
  }
  const ended = world.now - 10 * day
  world.at(ended, (trx) => dissolveTeam(trx, { teamId: dissolved, reason: '队员毕业离队' }, env(world.asStaff(ended, 'manager'))))
}
