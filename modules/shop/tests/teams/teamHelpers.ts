import { expect } from 'vitest'
import type { Answer, Client } from '../../../../tests/harness/client.ts'
import type { Asked } from '../helpers/helpers.ts'

export const day = 86_400
export const urls = {
  competition: '/admin/shop.team.Competition',
  team: '/admin/shop.team.Team',
  join: '/admin/shop.team.Join',
  result: '/admin/shop.team.Chengji',
  entry: '/admin/shop.user.Competition',
  contestant: '/admin/shop.user.Contestant',
} as const

/** Unix seconds. Asked for, not kept: files of a worker share this module, and the last may come long after the first. */
export const clock = () => Math.floor(Date.now() / 1000)

/** Fields that were found fault with. */
export const errorsOf = ({ body }: Answer<unknown>): string[] =>
  Object.keys((body.data as { errors?: object } | null)?.errors ?? {}).sort()

/** The key of a row that was made; fails with what the server said when it was not. */
export function madeKey(answer: Answer<unknown>): number {
  expect(answer.body, answer.text).toMatchObject({ code: 1 })
  return Number((answer.body.data as { id: number }).id)
}

/** A competition that one can register for, as the form posts it. */
export const competition = (more: Record<string, unknown> = {}) => ({
  title: '测试赛',
  cover: '/demo/competition-1.svg',
  season: '2026',
  category: 'run',
  type: 'person',
  result_type: 'time',
  city: [330_000, 330_100, 330_106],
  place: '西湖文化广场',
  join_start: clock() - day,
  join_end: clock() + day,
  start_time: clock() + 2 * day,
  end_time: clock() + 3 * day,
  groups: [{ name: '全程', fee: '50.00', quota: 20, gender: '0', min_age: null, max_age: null }],
  need_idnumber: 1,
  need_audit: 1,
  content: '<p>规程</p>',
  status: 1,
  ...more,
})

/** Makes a competition. */
export const makeCompetition = async (owner: Client, more: Record<string, unknown> = {}) =>
  madeKey(await owner.post(`${urls.competition}/add`, competition(more)))

/** A family of the demo shop: a member who may sign in, with five contestants; from 0. */
export async function familyOf(server: Asked, n: number): Promise<{ userId: number; contestants: number[] }> {
  const [row] = await server.query<{ user_id: number; ids: number[] }>(
    `select c.user_id, array_agg(c.id order by c.id) as ids from shop_contestant c
      join "user" u on u.id = c.user_id and u.status = 'enable' and u.delete_time is null
      where c.delete_time is null and c.status = 1 group by c.user_id having count(*) = 5 order by c.user_id limit 1 offset $1`,
    [n],
  )
  if (!row) throw new Error(`no family ${n}`)
  return { userId: row.user_id, contestants: row.ids }
}

/** Registers on behalf of a member. */
export const registerFor = (owner: Client, competitionId: number, userId: number, ids: readonly number[], more: object = {}) =>
  owner.post<{ id: number; join_no: string }>(`${urls.join}/register`, {
    type: 'person',
    competition_id: competitionId,
    group_name: '全程',
    user_id: userId,
    contestant_ids: ids,
    paid: 1,
    ...more,
  })

export interface JoinFacts {
  status: number
  fee: number
  refund_amount: number
  pay_type: string | null
  money: number
  entries: string[]
  log: string[]
}

/** A registration as it stands in the database, with its member's balance, its bib numbers and its timeline. */
export async function joinOf(server: Asked, id: number): Promise<JoinFacts> {
  const [row] = await server.query<JoinFacts>(
    `select j.status, j.fee::int, j.refund_amount::int, j.pay_type, u.money::int,
      array(select bib_no::text from shop_user_competition e where e.join_id = j.id order by bib_no) as entries,
      array(select concat(action, ' ', "from", '>', "to", ' ', actor) from shop_team_join_log l where l.join_id = j.id order by l.id) as log
     from shop_team_join j join "user" u on u.id = j.user_id where j.id = $1`,
    [id],
  )
  if (!row) throw new Error(`no registration ${id}`)
  return row
}

export const agree = { result: 'agree', note: '' }
export const refusal = { result: 'refuse', note: '资料不全' }

/** A button of the list of registrations, and registrations to press it on; the server is there by the time they are used. */
export function joinLab(at: () => { server: Asked; owner: Client }) {
  let families = 0
  const act = (action: string, id: number, more: object = {}, client = at().owner) =>
    client.post(`${urls.join}/${action}`, { id, ...more })
  /** A registration of the next family of the demo shop for a competition of its own. */
  async function joined(more: Record<string, unknown> = {}, asked: object = {}, size = 2) {
    const { server, owner } = at()
    const competitionId = await makeCompetition(owner, more)
    const family = await familyOf(server, families++ % 40)
    const id = madeKey(await registerFor(owner, competitionId, family.userId, family.contestants.slice(0, size), asked))
    return { id, competitionId, ...family }
  }
  return { act, joined }
}
