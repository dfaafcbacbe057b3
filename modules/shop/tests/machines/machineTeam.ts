import { agree, day, makeCompetition, refusal, urls } from '../teams/teamHelpers.ts'
import { clock, done, type Facts, going, logSql, type Machine, type MachineLab, rowFor } from './machineRun.ts'

/** Who registers: the member, with contestants of their own. */
export type TeamMachineLab = MachineLab & { contestants: readonly number[] }

const group = (fee: string) => ({ groups: [{ name: '全程', fee, quota: 20, gender: '0' }] })
const free = { ...group('0.00'), need_audit: 0 }

/** What members and administrators do to registrations, teams, entries and results. */
function acts(at: () => TeamMachineLab) {
  const press =
    (url: string) =>
    (action: string, id: number, body: object = {}) =>
      at().owner.post(`${url}/${action}`, { id, ...body })
  const own = (action: string, body: object) => at().member.post<{ id: number }>(`/api/shop.Join/${action}`, body)
  const registered = async (more: object, asked: object = {}) => {
    const competition_id = await makeCompetition(at().owner, { ...more })
    const body = { competition_id, group_name: '全程', contestant_ids: at().contestants.slice(0, 2), ...asked }
    return done(await own('register', body)).id
  }
  const entryOf = async (joinId: number) =>
    (await rowFor<{ id: number }>(at().server, 'select min(id) as id from shop_user_competition where join_id = $1', joinId)).id
  /** A result of an entry, as the form posts it. */
  const resultOf = async (entryId: number) => {
    const { competition_id } = await rowFor<{ competition_id: number }>(
      at().server,
      'select competition_id from shop_user_competition where id = $1',
      entryId,
    )
    const body = {
      competition_id,
      entry_id: entryId,
      round: 'final',
      finish: 'ok',
      time_result: '00:40:00.000',
      award_score: 5,
    }
    return done(await at().owner.post<{ id: number }>(`${urls.result}/add`, body)).id
  }
  const publish = (id: number) => press(urls.result)('publish', id)
  const remove = (url: string) => (id: number) => at().owner.del(`${url}/del`, { ids: [id] })
  return { press, own, registered, entryOf, resultOf, publish, remove }
}

/** E7. */
export function joinMachine(at: () => TeamMachineLab): Machine {
  const { press, own, registered, entryOf, resultOf, publish } = acts(at)
  const admin = press(urls.join)
  const pay = (id: number) => own('pay', { id })
  const audit = (id: number) => admin('audit', id, agree)
  const refuse = (id: number) => admin('audit', id, refusal)
  const paid = () => going(registered({}), pay)
  const shown = async (id: number) => publish(await resultOf(await entryOf(id)))
  return {
    what: 'a registration (E7)',
    page: 'shop/team/join',
    field: 'status',
    strategies: {
      '1': () => registered({}),
      '1 no audit': () => registered({ need_audit: 0 }),
      '2': paid,
      '2 for nothing': () => registered(group('0.00')),
      '3': () => going(paid(), audit),
      '3 result': () => going(paid(), audit, shown),
      '3 too late': () => going(registered({ refund_until: at().now - 60 }), pay, audit),
      '4': () => going(paid(), refuse),
      '4 again': () => going(paid(), refuse, (id) => own('again', { id })),
      '5': () => going(registered({}), (id) => own('cancel', { id })),
    },
    steps: [
      { name: 'agree', action: 'audit', edges: { '2': '3', '2 for nothing': '3' }, press: audit },
      { name: 'refuse', action: 'audit', edges: { '2': '4', '2 for nothing': '4' }, press: refuse },
      {
        name: 'confirm payment',
        action: 'pay',
        edges: { '1': '2', '1 no audit': '2>3' },
        press: (id) => admin('pay', id, { remark: '现金' }),
      },
      {
        name: 'cancel',
        action: 'cancel',
        edges: { '1': '5', '1 no audit': '5', '2': '5', '2 for nothing': '5', '3': '5', '3 too late': '5' },
        why: { '3 result': /published/i },
        press: (id) => admin('cancel', id, { reason: '改期', refund_amount: '0.00' }),
      },
      { name: 'pay', edges: { '1': '2', '1 no audit': '2>3' }, press: pay },
      {
        name: 'cancel one’s own',
        edges: { '1': '5', '1 no audit': '5', '2': '5', '2 for nothing': '5', '3': '5' },
        why: { '3 result': /published/i, '3 too late': /too late/ },
        press: (id) => own('cancel', { id }),
      },
      // The row that follows is another registration; this one stays refused.
      { name: 'register again', edges: { '4': '4' }, rows: 0, why: { '4 again': /again/ }, press: (id) => own('again', { id }) },
      { name: 'time-out', edges: { '1': '5', '1 no audit': '5' }, press: clock(at, 'join', 1801) },
    ],
    noSteps: ['register'],
    facts: (id) =>
      rowFor<Facts>(
        at().server,
        `select t.status::text as state, to_jsonb(t) as row, ${logSql('shop_team_join_log', 'join_id')},
          (select u.money from "user" u where u.id = t.user_id) as money,
          (select jsonb_agg(to_jsonb(e) order by e.id) from shop_user_competition e where e.competition_id = t.competition_id) as entries,
          (select jsonb_build_array(c.join_count, c.result_count) from shop_competition c where c.id = t.competition_id) as counts
        from shop_team_join t where id = $1`,
        id,
      ),
  }
}

/** E8, teams. */
export function teamMachine(at: () => TeamMachineLab): Machine {
  const { press, own, remove } = acts(at)
  const admin = press(urls.team)
  const call = (action: string, body: object) => at().member.post<{ id: number }>(`/api/shop.Team/${action}`, body)
  let teams = 0
  const proposal = (name: string) => ({
    name,
    city: [330_000, 330_100],
    mobile: '13800138000',
    members: at()
      .contestants.slice(0, 2)
      .map((contestant_id, i) => ({ contestant_id, role: i ? 'player' : 'captain', number: i + 1 })),
  })
  const submitted = async () => done(await call('submit', proposal(`状态机队 ${++teams}`))).id
  const audit = (id: number) => admin('audit', id, agree)
  const refuse = (id: number) => admin('audit', id, refusal)
  const dissolve = (id: number) => call('dissolve', { id, reason: '不跑了' })
  const enter = async (id: number) => {
    const competition_id = await makeCompetition(at().owner, { ...free, type: 'team', team_min: 1, team_max: 5 })
    return own('register', { competition_id, group_name: '全程', team_id: id, contestant_ids: at().contestants.slice(0, 2) })
  }
  return {
    what: 'a team (E8)',
    page: 'shop/team/team',
    field: 'status',
    strategies: {
      '1': submitted,
      '2': () => going(submitted(), audit),
      '2 entered': () => going(submitted(), audit, enter),
      '3': () => going(submitted(), refuse),
      '4': () => going(submitted(), audit, dissolve),
      gone: () => going(submitted(), refuse, remove(urls.team)),
    },
    steps: [
      { name: 'agree', action: 'audit', edges: { '1': '2' }, press: audit },
      { name: 'refuse', action: 'audit', edges: { '1': '3' }, press: refuse },
      {
        name: 'dissolve',
        action: 'dissolve',
        edges: { '2': '4' },
        why: { '2 entered': /competition/ },
        press: (id) => admin('dissolve', id, { reason: '解散' }),
      },
      { name: 'delete', action: 'delete', edges: { '3': 'gone', '4': 'gone' }, press: remove(urls.team) },
      {
        name: 'change and resubmit',
        edges: { '3': '1' },
        press: (id) => call('resubmit', { id, ...proposal(`状态机队 ${++teams}`) }),
      },
      { name: 'dissolve one’s own', edges: { '2': '4' }, why: { '2 entered': /competition/ }, press: dissolve },
    ],
    noSteps: ['edit'],
    facts: (id) =>
      rowFor<Facts>(
        at().server,
        `select case when t.delete_time is null then t.status::text else 'gone' end as state, to_jsonb(t) as row,
          ${logSql('shop_team_log', 'team_id')} from shop_team t where id = $1`,
        id,
      ),
  }
}

/** E8, check-in of an entry. */
export function entryMachine(at: () => TeamMachineLab): Machine {
  const { press, registered, entryOf, resultOf, publish } = acts(at)
  const admin = press(urls.entry)
  const today = () => ({ ...free, join_end: at().now + 600, start_time: at().now + 3600 })
  const entered = async (more: object = today()) => entryOf(await registered(more))
  /** The competition is moved by its form, to days that are over. */
  const isOver = async (id: number) => {
    const { competition_id } = await rowFor<{ competition_id: number }>(
      at().server,
      'select competition_id from shop_user_competition where id = $1',
      id,
    )
    const { now, owner } = at()
    const past = { join_start: now - 9 * day, join_end: now - 8 * day, start_time: now - 7 * day, end_time: now - 6 * day }
    return owner.post(`${urls.competition}/edit`, { id: competition_id, ...past })
  }
  const check = (id: number) => admin('checkIn', id)
  const absent = (id: number) => admin('absent', id)
  const closed = /24 hours/
  const outside = { '0 too early': closed, '0 over': closed }
  return {
    what: 'the check-in of an entry (E8)',
    page: 'shop/user/competition',
    field: 'check_in',
    strategies: {
      '0': () => entered(),
      '0 too early': () => entered(free),
      '0 over': () => going(entered(), isOver),
      '0 result': () => going(entered(), async (id) => publish(await resultOf(id))),
      '1': () => going(entered(), check),
      '1 over': () => going(entered(), check, isOver),
      '2': () => going(entered(), absent),
    },
    steps: [
      { name: 'check in', action: 'checkIn', edges: { '0': '1', '0 result': '1' }, why: outside, press: check },
      { name: 'undo', action: 'undo', edges: { '1': '0' }, why: { '1 over': closed }, press: (id) => admin('undo', id) },
      { name: 'mark absent', action: 'absent', edges: { '0': '2', '0 result': '2' }, why: outside, press: absent },
      {
        name: 'number again',
        action: 'number',
        edges: { '0': '0', '0 too early': '0', '0 over': '0' },
        rows: 0,
        why: { '0 result': /published/i },
        press: (id) => admin('number', id),
      },
      { name: 'the end of the competition', edges: { '0 over': '2' }, press: clock(at, 'absent', 0) },
    ],
    noSteps: ['printBib', 'edit'],
    facts: (id) =>
      rowFor<Facts>(
        at().server,
        `select t.check_in::text as state, to_jsonb(t) as row, ${logSql('shop_user_competition_log', 'entry_id')}
        from shop_user_competition t where id = $1`,
        id,
      ),
  }
}

/** Results: published or not. */
export function resultMachine(at: () => TeamMachineLab): Machine {
  const { press, registered, entryOf, resultOf, publish, remove } = acts(at)
  const admin = press(urls.result)
  const entered = async () => resultOf(await entryOf(await registered(free)))
  let changes = 0
  const changed = () => ({ time_result: `00:${30 + (++changes % 20)}:00.000` })
  return {
    what: 'a result (E8)',
    page: 'shop/team/chengji',
    field: 'published',
    strategies: { '0': entered, '1': () => going(entered(), publish), gone: () => going(entered(), remove(urls.result)) },
    steps: [
      { name: 'publish', action: 'publish', edges: { '0': '1' }, press: publish },
      { name: 'delete', action: 'delete', edges: { '0': 'gone' }, press: remove(urls.result) },
      {
        name: 'change',
        action: 'edit',
        edges: { '0': '0' },
        why: { '1': /reason/i },
        press: (id) => admin('edit', id, changed()),
      },
      {
        name: 'change for a reason',
        action: 'edit',
        edges: { '0': '0', '1': '1' },
        press: (id) => admin('edit', id, { ...changed(), change_reason: '计时芯片校正' }),
      },
      { name: 'rank', action: 'rank', edges: { '0': '0', '1': '1' }, press: (id) => admin('rank', id) },
    ],
    noSteps: ['certificate', 'certificatePdf'],
    facts: async (id) => {
      const { server, memberId } = at()
      const [row] = await server.query<Facts>(
        `select t.published::text as state, to_jsonb(t) as row,
        (select count(*)::int from user_score_log l where l.source = 'competition' and l.ref_no = t.id::text) as awards
        from shop_team_chengji t where id = $1`,
        [id],
      )
      const { score } = await rowFor<{ score: number }>(server, 'select score from "user" where id = $1', memberId)
      return { state: 'gone', ...row, score }
    },
  }
}
