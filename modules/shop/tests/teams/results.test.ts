import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withCheckDigit } from '../../../../src/schemas/kinds/idnumber.ts'
import { checked, csv, ran } from '../../../../tests/dataio/imports.ts'
import type { Client } from '../../../../tests/harness/client.ts'
import { startTestServer, type TestServer } from '../../../../tests/harness/server.ts'
import { runTimer } from '../../server/timers.ts'
import { expectSoundShop, inTransaction } from '../helpers/helpers.ts'
import { clock, day, errorsOf, familyOf, joinOf, madeKey, makeCompetition, registerFor, urls } from './teamHelpers.ts'

const now = clock()

let server: TestServer
let owner: Client

beforeAll(async () => {
  server = await startTestServer({ database: 'demo' })
  owner = await server.signIn('admin')
}, 180_000)
afterAll(async () => {
  await expectSoundShop(server)
  await server.close()
})

interface Entry {
  id: number
  bib_no: string
  check_in: number
  user_id: number
}

let families = 0
/** A competition with entries of one family; without an audit, so that they are entered at once. */
async function entered(
  more: Record<string, unknown> = {},
  size = 4,
): Promise<{ competitionId: number; joinId: number; entries: Entry[] }> {
  const groups = [{ name: '全程', fee: '0.00', quota: 50, gender: '0' }]
  const competitionId = await makeCompetition(owner, {
    groups,
    need_audit: 0,
    start_time: now + day + 600,
    join_end: now + 600,
    ...more,
  })
  const { userId, contestants } = await familyOf(server, families++)
  const joinId = madeKey(await registerFor(owner, competitionId, userId, contestants.slice(0, size)))
  const entries = await server.query<Entry>(
    'select id, bib_no, check_in, user_id from shop_user_competition where join_id = $1 order by bib_no',
    [joinId],
  )
  return { competitionId, joinId, entries }
}
/** The clock of a competition is moved: it starts in so many seconds, and lasts a day. */
const startsIn = (id: number, seconds: number) =>
  server.query('update shop_competition set start_time = $2, end_time = $3 where id = $1', [
    id,
    now + seconds,
    now + seconds + day,
  ])
const act = (action: string, id: number, client = owner) => client.post(`${urls.entry}/${action}`, { id })
const stateOf = async (id: number) =>
  (await server.query<{ check_in: number }>('select check_in from shop_user_competition where id = $1', [id]))[0]?.check_in

describe('entries', () => {
  test('are checked in from a day before the start until the end, undone, and marked absent', async () => {
    const { competitionId, entries } = await entered()
    const [one, two, three] = entries.map(({ id }) => id)
    const early = await act('checkIn', one ?? 0)
    expect(early.body).toMatchObject({ code: 0, msg: expect.stringContaining('24 hours') })
    await startsIn(competitionId, day - 600)
    expect((await act('checkIn', one ?? 0)).body.code).toBe(1)
    expect((await act('checkIn', one ?? 0)).body.code).toBe(0)
    expect((await act('absent', one ?? 0)).body.code).toBe(0)
    expect(await stateOf(one ?? 0)).toBe(1)
    expect((await act('undo', one ?? 0)).body.code).toBe(1)
    expect((await act('undo', one ?? 0)).body.code).toBe(0)
    expect((await owner.post(`${urls.entry}/absent`, { ids: [one, two] })).body.code).toBe(1)
    expect((await owner.post(`${urls.entry}/checkIn`, { ids: [two, three] })).body.code).toBe(0)
    expect([await stateOf(one ?? 0), await stateOf(two ?? 0), await stateOf(three ?? 0)]).toEqual([2, 2, 0])
    await startsIn(competitionId, -2 * day)
    expect((await act('checkIn', three ?? 0)).body.code).toBe(0)
    const env = { now: now + 60, actor: { type: 'system' as const } }
    await inTransaction(server, (trx) => runTimer(trx, 'absent', env, 1000))
    expect(await stateOf(three ?? 0)).toBe(2)
    const logOf = async (id: number | undefined) =>
      (await owner.get<{ row: { logs: object[] } }>(`${urls.entry}/info`, { id: `${id}` })).body.data.row.logs
    const admin = { actor: 'admin', actor_name: 'Admin' }
    expect(await logOf(one)).toMatchObject([
      { action: 'enter', from: null, to: '0' },
      { ...admin, action: 'check_in', from: '0', to: '1' },
      { ...admin, action: 'undo', from: '1', to: '0' },
      { ...admin, action: 'absent', from: '0', to: '2' },
    ])
    expect(await logOf(three)).toMatchObject([{ action: 'enter' }, { actor: 'system', action: 'absent', from: '0', to: '2' }])
    expect((await act('checkIn', three ?? 0, await server.signIn('packer'))).body.code).not.toBe(1)
  })

  test('have numbers of their own in a competition, are numbered again, and are never added by hand', async () => {
    const { entries, joinId } = await entered()
    const [one, two] = entries
    expect(errorsOf(await owner.post(`${urls.entry}/edit`, { id: two?.id, bib_no: 'A0001' }))).toEqual(['bib_no'])
    expect((await owner.post(`${urls.entry}/edit`, { id: one?.id, bib_no: 'VIP-1', size: 'XXL' })).body.code).toBe(1)
    expect((await owner.post(`${urls.entry}/number`, { ids: entries.map(({ id }) => id) })).body.code).toBe(1)
    expect((await joinOf(server, joinId)).entries).toEqual(['A0001', 'A0002', 'A0003', 'A0004'])
    expect((await owner.post(`${urls.entry}/add`, { bib_no: 'A9' })).status).toBe(404)
    expect((await owner.del(`${urls.entry}/del`, { ids: [one?.id] })).status).toBe(404)
    const sheet = await owner.get<{ list: Record<string, unknown>[] }>(`${urls.entry}/printBib`, { ids: `${one?.id},${two?.id}` })
    expect(sheet.body.data.list.map((row) => row.bib_no).sort()).toEqual(['A0001', 'A0002'])
  })
})

describe('results', () => {
  const url = urls.result
  const add = (competitionId: number, entry: Entry | undefined, more: Record<string, unknown> = {}) =>
    owner.post(`${url}/add`, {
      competition_id: competitionId,
      entry_id: entry?.id,
      round: 'final',
      finish: 'ok',
      time_result: '00:40:00.000',
      ...more,
    })
  const ranks = async (competitionId: number) =>
    (
      await server.query<{ rank: number | null }>(
        'select rank from shop_team_chengji where competition_id = $1 order by entry_id, id',
        [competitionId],
      )
    ).map(({ rank }) => rank)
  const scoreOf = async (userId: number) =>
    (await server.query<{ score: number }>('select score from "user" where id = $1', [userId]))[0]?.score

  test('are entered to the millisecond, filled in from the entry, and ranked with shared places', async () => {
    const { competitionId, entries } = await entered()
    const [one, two, three, four] = entries
    madeKey(await add(competitionId, one, { time_result: '00:40:00.002' }))
    madeKey(await add(competitionId, two, { time_result: '40:00.001' }))
    madeKey(await add(competitionId, three, { time_result: '00:40:00.002' }))
    const last = madeKey(await add(competitionId, four, { time_result: '01:00:00' }))
    expect(await ranks(competitionId)).toEqual([2, 1, 2, 4])
    expect((await owner.post(`${url}/edit`, { id: last, time_result: '00:39:59.999' })).body.code).toBe(1)
    expect(await ranks(competitionId)).toEqual([3, 2, 3, 1])
    expect((await owner.post(`${url}/edit`, { id: last, finish: 'dsq' })).body.code).toBe(1)
    expect(await ranks(competitionId)).toEqual([2, 1, 2, null])
    const list = await owner.get<{ list: { result: string; contestant_id: number; group_name: string }[] }>(`${url}/index`, {
      'search[0][field]': 'competition_id',
      'search[0][operator]': 'eq',
      'search[0][val]': String(competitionId),
      order: 'result,asc',
    })
    expect(list.body.data.list.map(({ result }) => result)).toEqual(['', '00:40:00.001', '00:40:00.002', '00:40:00.002'])
    expect(list.body.data.list[0]).toMatchObject({ group_name: '全程', contestant_id: expect.any(Number) })
    expect((await owner.del(`${url}/del`, { ids: [last] })).body.code).toBe(1)
    expect(await server.query('select result_count from shop_competition where id = $1', [competitionId])).toEqual([
      { result_count: 3 },
    ])
  })

  test('need what their type asks for, one for each entry and round, of an entry of the competition', async () => {
    const { competitionId, entries } = await entered()
    const other = await entered({ result_type: 'score' }, 2)
    expect(errorsOf(await add(competitionId, entries[0], { time_result: null }))).toEqual(['time_result'])
    expect(errorsOf(await add(competitionId, entries[0], { time_result: '40' }))).toEqual(['time_result'])
    expect(errorsOf(await add(competitionId, other.entries[0]))).toContain('entry_id')
    expect(errorsOf(await add(other.competitionId, other.entries[0], { result_type: 'time' }))).toContain('result_type')
    madeKey(await add(competitionId, entries[0], { finish: 'dns', time_result: null }))
    expect(errorsOf(await add(competitionId, entries[0]))).not.toEqual([])
    madeKey(await add(competitionId, entries[0], { round: 'heat' }))
    const score = { time_result: null }
    expect(errorsOf(await add(other.competitionId, other.entries[0], score))).toEqual(['score_result'])
    madeKey(await add(other.competitionId, other.entries[0], { ...score, score_result: 9.5 }))
    madeKey(await add(other.competitionId, other.entries[1], { ...score, score_result: 9.875 }))
    expect(await ranks(other.competitionId)).toEqual([2, 1])
    await owner.post(`${urls.competition}/edit`, { id: other.competitionId, result_type: 'time' })
    expect(await server.query('select result_type from shop_competition where id = $1', [other.competitionId])).toEqual([
      { result_type: 'score' },
    ])
  })

  test('a fixed rank replaces the calculated one', async () => {
    const { competitionId, entries } = await entered({}, 2)
    const first = madeKey(await add(competitionId, entries[0]))
    madeKey(await add(competitionId, entries[1], { time_result: '00:50:00.000' }))
    expect((await owner.post(`${url}/edit`, { id: first, rank_fixed: 7 })).body.code).toBe(1)
    expect(await ranks(competitionId)).toEqual([7, 2])
    await server.query('update shop_team_chengji set rank = null where competition_id = $1', [competitionId])
    expect((await owner.post(`${url}/rank`, { ids: [first] })).body.code).toBe(1)
    expect(await ranks(competitionId)).toEqual([7, 2])
  })

  test('are published once, give their award points and those of the rule once, and change only for a reason that is noted', async () => {
    const { competitionId, joinId, entries } = await entered({}, 2)
    const userId = entries[0]?.user_id ?? 0
    const id = madeKey(await add(competitionId, entries[0], { award: '冠军', award_score: 50 }))
    const score = (await scoreOf(userId)) ?? 0
    const presses = await Promise.all(Array.from({ length: 5 }, () => owner.post(`${url}/publish`, { ids: [id] })))
    expect(presses.filter(({ body }) => body.code === 1)).toHaveLength(1)
    const [rule] = await server.query<{ value: number }>("select value from points_rule where event = 'competition_finish'")
    expect(await scoreOf(userId)).toBe(score + 50 + (rule?.value ?? 0))
    const secondRound = madeKey(await add(competitionId, entries[0], { round: 'heat' }))
    const notFinished = madeKey(await add(competitionId, entries[1], { finish: 'dnf', time_result: null }))
    expect((await owner.post(`${url}/publish`, { ids: [secondRound, notFinished] })).body.code).toBe(1)
    expect(await scoreOf(userId)).toBe(score + 50 + (rule?.value ?? 0))
    expect(errorsOf(await owner.post(`${url}/edit`, { id, time_result: '00:39:00.000' }))).toEqual(['change_reason'])
    const changed = await owner.post(`${url}/edit`, { id, time_result: '00:39:00.000', change_reason: '计时芯片校正' })
    expect(changed.body.code, changed.text).toBe(1)
    const [noted] = await server.query<{ detail: string }>(
      "select detail from audit where action = 'shop/team/chengji/change' order by id desc limit 1",
    )
    expect(JSON.parse(noted?.detail ?? '{}')).toMatchObject({ reason: '计时芯片校正', after: { time_result: 2_340_000 } })
    const form = await owner.get<{ row: { change_reason: string } }>(`${url}/edit`, { id })
    expect(form.body.data.row.change_reason).toBe('')
    expect((await owner.del(`${url}/del`, { ids: [id] })).body.code).toBe(0)
    const cancel = { id: joinId, reason: '测试', refund_amount: '0.00' }
    expect((await owner.post(`${urls.join}/cancel`, cancel)).body).toMatchObject({
      code: 0,
      msg: expect.stringContaining('published'),
    })
    expect((await owner.post(`${urls.entry}/number`, { id: entries[0]?.id })).body.code).toBe(0)
    expect(errorsOf(await owner.post(`${urls.entry}/edit`, { id: entries[0]?.id, bib_no: 'B1' }))).toEqual(['bib_no'])
    const sheet = await owner.get<{ list: Record<string, unknown>[] }>(`${url}/certificate`, { ids: String(id) })
    expect(sheet.body.data.list[0]).toMatchObject({ result: '00:39:00.000', rank: 1, award: '冠军' })
    expect((await owner.post(`${url}/publish`, { id })).body.code).toBe(0)
    expect((await (await server.signIn('service')).post(`${url}/publish`, { id })).body.code).not.toBe(1)
  })

  test('whose published ranks move have that in the audit, with what moved them', async () => {
    const { competitionId, entries } = await entered({}, 1)
    const other = await familyOf(server, families++)
    const otherJoin = madeKey(await registerFor(owner, competitionId, other.userId, other.contestants.slice(0, 1)))
    const [later] = await server.query<Entry>('select id from shop_user_competition where join_id = $1', [otherJoin])
    const id = madeKey(await add(competitionId, entries[0]))
    expect((await owner.post(`${url}/publish`, { id })).body.code).toBe(1)
    const moves = async () =>
      (
        await server.query<{ username: string; detail: string }>(
          "select username, detail from audit where action = 'shop/team/chengji/rank' and row_key = $1 order by id",
          [String(id)],
        )
      ).map(({ username, detail }) => ({ username, ...JSON.parse(detail) }))
    expect(await moves()).toEqual([])
    const faster = madeKey(await add(competitionId, later, { time_result: '00:39:00.000' }))
    expect(await ranks(competitionId)).toEqual([2, 1])
    expect((await owner.post(`${url}/edit`, { id: faster, time_result: '00:41:00.000' })).body.code).toBe(1)
    expect((await owner.post(`${url}/edit`, { id: faster, time_result: '00:38:00.000' })).body.code).toBe(1)
    const cancel = { id: otherJoin, reason: '测试', refund_amount: '0.00' }
    expect((await owner.post(`${urls.join}/cancel`, cancel)).body.code).toBe(1)
    expect(await moves()).toEqual([
      { username: 'admin', before: 1, after: 2, causes: [{ by: 'add', key: faster }] },
      { username: 'admin', before: 2, after: 1, causes: [{ by: 'edit', key: faster }] },
      { username: 'admin', before: 1, after: 2, causes: [{ by: 'edit', key: faster }] },
      { username: 'admin', before: 2, after: 1, causes: [{ by: 'cancel', key: otherJoin }] },
    ])
    const [call] = await server.query("select 1 from audit where action = 'shop/team/join/cancel' and row_key = $1", [
      String(otherJoin),
    ])
    expect(call, 'the call has its own row').toBeDefined()
  })

  test('that nobody was shown go with a registration that is cancelled', async () => {
    const { competitionId, joinId, entries } = await entered({}, 1)
    madeKey(await add(competitionId, entries[0]))
    expect((await owner.post(`${urls.join}/cancel`, { id: joinId, reason: '测试', refund_amount: '0.00' })).body.code).toBe(1)
    expect(await ranks(competitionId)).toEqual([])
  })
})

describe('files', () => {
  test('results come in by competition and bib number, contestants with ID numbers that no file keeps; errors are reported by line', async () => {
    const { competitionId, entries } = await entered({ title: '导入赛' }, 3)
    const slow = { competition_id: competitionId, entry_id: entries[2]?.id, time_result: '00:50:00.000' }
    const shown = madeKey(await owner.post(`${urls.result}/add`, slow))
    expect((await owner.post(`${urls.result}/publish`, { id: shown })).body.code).toBe(1)
    const rows = csv(
      ['Competition', 'Entry', 'Time', 'Award'],
      ['导入赛', entries[0]?.bib_no ?? '', '00:41:00.500', ''],
      ['导入赛', entries[1]?.bib_no ?? '', '00:40:59.499', '第一'],
      ['导入赛', 'Z9999', '00:40:00', ''],
    )
    const judged = await checked(owner, server, 'shop.team.Chengji', rows)
    expect(judged.faults.map(({ line, field, value }) => [line, field, value])).toEqual([[4, 'entry_id', 'Z9999']])
    expect(await ran(owner, judged.id)).toMatchObject({ inserted: 2 })
    const found = await server.query(
      'select time_result, rank, award from shop_team_chengji where competition_id = $1 order by rank limit 2',
      [competitionId],
    )
    const moved = await server.query<{ detail: string }>(
      "select detail from audit where action = 'shop/team/chengji/rank' and row_key = $1 order by id",
      [String(shown)],
    )
    const details = moved.map(({ detail }) => JSON.parse(detail) as { before: number; after: number; causes: object[] })
    expect([details[0]?.before, details.at(-1)?.after, details.flatMap(({ causes }) => causes).length]).toEqual([1, 3, 2])
    expect(found).toEqual([
      { time_result: 2_459_499, rank: 1, award: '第一' },
      { time_result: 2_460_500, rank: 2, award: '' },
    ])
    const titles = ['user_id', 'name', 'idnumber', 'mobile', 'emergency_name', 'emergency_mobile']
    const people = csv(
      titles,
      ['1', '韩梅梅', withCheckDigit('11010119880808002'), '13800137201', '李雷', '13800137202'],
      ['1', '李雷', '110101198808080021', '13800137203', '韩梅梅', '13800137204'],
    )
    const file = await checked(owner, server, 'shop.user.Contestant', people)
    expect(file.faults.map(({ line, field, value }) => [line, field, value])).toEqual([[3, 'idnumber', '']])
    expect(await ran(owner, file.id)).toMatchObject({ inserted: 1 })
    expect(await server.query("select idnumber, gender from shop_contestant where name = '韩梅梅'")).toEqual([
      { idnumber: expect.stringMatching(/^110\*{4}002[0-9X]$/), gender: 2 },
    ])
    expect(await server.query('select file from dataio_import where id = $1', [file.id])).toEqual([{ file: '' }])
  })
})
