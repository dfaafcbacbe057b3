import { sql } from 'kysely'
import type { Writer } from '../../../../server/core/db/connect.ts'
import { day } from '../clock.ts'
import { insert } from '../goods/goods.ts'
import type { Random } from '../random.ts'
import { nickname, personName } from './people.ts'

export interface DemoMember {
  id: number
  name: string
  nickname: string
  mobile: string
  joined: number
}

export const memberCount = 300
const genders = [0, 1, 2].flatMap((gender, i) => Array.from({ length: [90, 110, 100][i] ?? 0 }, () => gender))
const avatars = 24
const joinScore = 100

/** Creates 300 members who joined over 400 days at a rising rate, each with points for joining. Returns them in order of joining. */
export async function seedMembers(trx: Writer, random: Random, now: number): Promise<DemoMember[]> {
  const sex = random.shuffled(genders)
  // The square root makes later days more likely: the shop grows.
  const joined = Array.from({ length: memberCount }, () =>
    Math.floor(now - 400 * day * (1 - Math.sqrt(random.next())) - 3600),
  ).sort((a, b) => a - b)
  const members: DemoMember[] = []
  const rows = joined.map((time, i) => {
    const gender = sex[i] ?? 0
    const name = personName(random, gender)
    const member = { id: i + 1, name, nickname: nickname(random, name), mobile: `1380013${String(1000 + i)}`, joined: time }
    members.push(member)
    return row(member, gender, random, now)
  })
  await insert(trx, 'user', rows)
  await sql`insert into user_score_log (user_id, score, before, after, remaining, source, ref_no, memo, create_time, update_time)
    select id, score, 0, score, score, 'register', concat('U', id), '注册赠送', join_time, join_time from "user" order by id`.execute(
    trx,
  )
  return members
}

function row(member: DemoMember, gender: number, random: Random, now: number): Record<string, unknown> {
  const seen = Math.min(now - random.int(30 * day) - 600, now)
  return {
    username: `user${String(member.id).padStart(4, '0')}`,
    nickname: member.nickname,
    group_id: random.weighted([
      [1, 88],
      [2, 8],
      [3, 4],
    ]),
    avatar: `/demo/avatar-${String(1 + random.int(avatars)).padStart(2, '0')}.svg`,
    email: random.chance(45) ? `user${member.id}@example.com` : '',
    mobile: member.mobile,
    gender,
    birthday: random.chance(60) ? birthday(random) : null,
    money: 0,
    score: joinScore,
    password: '',
    motto: '',
    status: 'enable',
    last_login_time: Math.max(seen, member.joined),
    last_login_ip: `10.${random.int(200)}.${random.int(250)}.${1 + random.int(250)}`,
    login_failure: 0,
    join_time: member.joined,
    join_ip: `10.${random.int(200)}.${random.int(250)}.${1 + random.int(250)}`,
    create_time: member.joined,
    update_time: member.joined,
    delete_time: null,
  }
}

function birthday(random: Random): string {
  return `${random.between(1965, 2007)}-${String(random.between(1, 12)).padStart(2, '0')}-${String(random.between(1, 28)).padStart(2, '0')}`
}
