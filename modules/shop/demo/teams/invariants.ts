import { type RawBuilder, sql } from 'kysely'
import type { BrokenRow } from '../brokenRow.ts'

/** The allowed steps of a registration (screen catalogue, E7) and of a team (E8). */
const registrationEdges = ['/1', '/2', '/3', '1/2', '1/5', '2/3', '2/4', '2/5', '3/5']
const teamEdges = ['/1', '/2', '1/2', '1/3', '3/1', '2/4']
/** Those of an entry's check-in (E8). */
const entryEdges = ['/0', '0/1', '1/0', '0/2']

/** A row with a state, its log, and the steps that there may be. */
interface Steps {
  what: string
  table: string
  log: string
  /** The column of the log with the row's id. */
  key: string
  edges: readonly string[]
  state?: string
}

const steps = ({ what, table, log, key, edges, state = 'status' }: Steps) => sql<BrokenRow>`
  select format(${`${what} %s: log %s goes from %s to %s after %s`}, ${sql.ref(key)}, id, "from", "to", previous) as row from
    (select *, lag("to") over (partition by ${sql.ref(key)} order by id) as previous from ${sql.table(log)}) l
    where "from" is distinct from previous or not (concat("from", '/', "to") = any(${edges}::text[])
      or action = 'late_pay' and "from" = "to")
  union all select format(${`${what} %s: state %s, log %s`}, r.id, ${sql.ref(`r.${state}`)}, l."to") from ${sql.table(table)} r left join lateral
    (select "to" from ${sql.table(log)} l where ${sql.ref(`l.${key}`)} = r.id order by l.id desc limit 1) l on true where ${sql.ref(`r.${state}`)} is distinct from l."to"`

/** What must hold of competitions, registrations, entries and results, whatever happened. */
export const teamInvariants: readonly { name: string; broken: RawBuilder<BrokenRow> }[] = [
  {
    name: "E7 every change of a registration's state has exactly one log row and is a step of the state machine",
    broken: steps({
      what: 'registration',
      table: 'shop_team_join',
      log: 'shop_team_join_log',
      key: 'join_id',
      edges: registrationEdges,
    }),
  },
  {
    name: "E8 every change of a team's state has exactly one log row and is a step of the state machine",
    broken: steps({ what: 'team', table: 'shop_team', log: 'shop_team_log', key: 'team_id', edges: teamEdges }),
  },
  {
    name: "E8 every change of an entry's check-in has exactly one log row and is a step of the state machine",
    broken: steps({
      what: 'entry',
      table: 'shop_user_competition',
      log: 'shop_user_competition_log',
      key: 'entry_id',
      edges: entryEdges,
      state: 'check_in',
    }),
  },
  {
    name: 'E7 an approved registration has one entry for each contestant, and no other has any',
    broken: sql`select format('registration %s: state %s, %s entries', j.id, j.status, count(e.id)) as row from shop_team_join j
      left join shop_user_competition e on e.join_id = j.id and e.contestant_id = any(j.contestant_ids) and e.competition_id = j.competition_id
      group by j.id having count(e.id) <> case when j.status = 3 then cardinality(j.contestant_ids) else 0 end
      union all select format('entry %s', e.id) from shop_user_competition e left join shop_team_join j on j.id = e.join_id
        where j.id is null or not e.contestant_id = any(j.contestant_ids)`,
  },
  {
    name: 'E7 no group has more places taken than it has, and nobody is in a competition twice',
    broken: sql`select format('competition %s, %s: %s of %s', j.competition_id, j.group_name, sum(case when j.type = 'team' then 1 else cardinality(j.contestant_ids) end), min((g->>'quota')::int)) as row
        from shop_team_join j join shop_competition c on c.id = j.competition_id
        left join lateral (select g from jsonb_array_elements(c.groups) g where g->>'name' = j.group_name) q on true
        where j.status in (1, 2, 3) group by j.competition_id, j.group_name
        having sum(case when j.type = 'team' then 1 else cardinality(j.contestant_ids) end) > coalesce(min((g->>'quota')::int), 0)
      union all select format('competition %s: contestant %s %s times', competition_id, p, count(*)) from shop_team_join j, unnest(j.contestant_ids) p
        where status in (1, 2, 3) group by competition_id, p having count(*) > 1`,
  },
  {
    name: 'E7 a registration gives back between nothing and what was paid, and exactly what its ledger rows say',
    broken: sql`select format('registration %s: refunded %s of %s, ledger %s', j.id, j.refund_amount, j.fee, coalesce(b.money, 0)) as row from shop_team_join j
        left join user_money_log b on b.source = 'join' and b.ref_no = 'B' || j.join_no
      where j.refund_amount <> coalesce(b.money, 0) or j.refund_amount > case when j.pay_time is null then 0 else j.fee end
      union all select format('registration %s: paid from the balance', j.id) from shop_team_join j
        left join user_money_log p on p.source = 'join' and p.ref_no = j.join_no
        where (j.pay_type is not distinct from 'balance' and j.fee > 0) <> (p.id is not null) or p.money <> -j.fee
      union all select format('registration %s: state %s, paid at %s', id, status, pay_time) from shop_team_join
        where status = 1 and (pay_time is not null or expire_time is null) or status in (2, 3, 4) and fee > 0 and pay_time is null`,
  },
  {
    name: 'competitions count their registrations and results',
    broken: sql`select format('competition %s: %s registrations, %s results', c.id, c.join_count, c.result_count) as row from shop_competition c
      where c.join_count <> (select count(*) from shop_team_join j where j.competition_id = c.id)
        or c.result_count <> (select count(*) from shop_team_chengji r where r.competition_id = c.id)`,
  },
  {
    name: 'a published result gave its award points, once, and stays; no other gave any',
    broken: sql`select format('points row %s: no published result %s', s.id, s.ref_no) as row from user_score_log s
        where s.source = 'competition' and s.ref_no ~ '^[0-9]+$'
          and not exists (select 1 from shop_team_chengji r where r.id::text = s.ref_no and r.published = 1)
      union all select format('result %s: published %s, at %s', id, published, publish_time) from shop_team_chengji
        where (published = 1) <> (publish_time is not null)`,
  },
  {
    name: 'results are of those who are entered, and the ranks of each field are those of its results',
    broken: sql`select format('result %s: entry %s', r.id, r.entry_id) as row from shop_team_chengji r
        where not exists (select 1 from shop_user_competition e where e.id = r.entry_id and e.competition_id = r.competition_id)
      union all select format('result %s: rank %s of %s', id, rank, place) from (select id, rank, case when finish = 'ok' then coalesce(rank_fixed,
          rank() over (partition by competition_id, group_name, round, finish order by case when result_type = 'time' then time_result end asc,
            case when result_type <> 'time' then score_result end desc)) end as place from shop_team_chengji) r where rank is distinct from place`,
  },
]
