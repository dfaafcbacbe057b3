import { type RawBuilder, sql } from 'kysely'
import { actorColumns, assignments, type CommandContext, rowOf } from '../../../server/core/command.ts'
import type { Writer } from '../../../server/core/db/connect.ts'
import type { Refused } from '../../../server/core/refuse.ts'
import { changed } from './command.ts'

/** From a state to the next; null: there was no row before. */
export type Transition<State> = readonly [from: State | null, to: State]

/** A state machine: which table keeps the state, which transitions there are, and which table logs them. */
export interface MachineDefinition<Row, Column extends keyof Row, Action extends string, State> {
  table: string
  /** The table of the log, and its column with the row's id. */
  log: { table: string; key: string }
  /** The state of a row, and the columns that keep a state. */
  state: { of: (row: Pick<Row, Column>) => State; columns: (state: State) => Readonly<Partial<Record<Column, unknown>>> }
  /** Columns besides those of the state that must not have changed since the row was read. */
  unchanged?: readonly Column[]
  /** The transitions of each action in the log; `stays`: from every state to itself. */
  transitions: Readonly<Record<Action, readonly Transition<State>[] | 'stays'>>
  /** The error when an action does not start in the row's state. */
  notPossible: (state: State) => Refused
}

/** The first entry of a row's log. */
export interface Start<Action extends string, State> {
  action: Action
  to: State
  note?: string
}

/** A transition to take: its entry in the log, and the columns that change with it. */
export interface Move<Row, Action extends string, State> {
  action: Action
  /** Needed where the action leads from the row's state to more than one. */
  to?: State
  set?: Readonly<Partial<Row>>
  note?: string
  data?: unknown
}

/** What `defineMachine` returns. */
export interface Machine<Row, Held, Action extends string, State> {
  /** Refuses unless the action starts in the row's state. */
  require: (row: Held, action: Action) => void
  /**
   * Moves a row out of the state it was read in, sets further columns and writes its log, in one statement. Throws a conflict when the row
   * is in another state by now.
   */
  move: (trx: Writer, row: Held, move: Move<Row, Action, State>, env: CommandContext) => Promise<void>
  /** SQL that writes the first entry in the log of each row of `rows`, a table expression with their ids. */
  started: (rows: RawBuilder<unknown>, start: Start<Action, State>, env: CommandContext) => RawBuilder<unknown>
  /** Writes the first entry in the log of a row. */
  start: (trx: Writer, id: number, start: Start<Action, State>, env: CommandContext) => Promise<void>
}

interface Entry {
  action: string
  from?: string | number
  to: string | number
  note?: string
  data?: unknown
}

/** Defines a state machine. `State` is what the log writes: a number, or a text where several columns are the state. */
export function defineMachine<
  Row extends { id: number },
  Column extends keyof Row & string,
  Action extends string,
  State extends string | number,
>(definition: MachineDefinition<Row, Column, Action, State>): Machine<Row, Pick<Row, Column | 'id'>, Action, State> {
  type Held = Pick<Row, Column | 'id'>
  const { table, log, state, transitions, notPossible, unchanged = [] } = definition

  /** The states an action leads to. */
  function ends(action: Action, from: State | null): State[] {
    const known = transitions[action]
    if (known === 'stays') return from === null ? [] : [from]
    return known.flatMap(([start, end]) => (start === from ? [end] : []))
  }

  function endOf({ action, to }: Move<Row, Action, State>, from: State): State {
    const all = ends(action, from)
    const [only] = all
    if (only === undefined || (to !== undefined && !all.includes(to))) throw notPossible(from)
    if (to === undefined && all.length > 1) throw new Error(`${table}: ${action} leads from ${from} to ${all.join(', ')}`)
    return to ?? only
  }

  function started(rows: RawBuilder<unknown>, start: Start<Action, State>, env: CommandContext): RawBuilder<unknown> {
    if (!ends(start.action, null).includes(start.to))
      throw new Error(`${table} does not start with ${start.action} in ${start.to}`)
    return logged(log, { rows, entry: start }, env)
  }

  return {
    require(row: Held, action: Action) {
      const from = state.of(row)
      if (ends(action, from).length === 0) throw notPossible(from)
    },
    async move(trx, row, move, env) {
      const from = state.of(row)
      const to = endOf(move, from)
      const held = { ...state.columns(from), ...Object.fromEntries(unchanged.map((name) => [name, row[name]])) }
      const guards = Object.entries({ id: row.id, ...held }).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
      const set = assignments({ ...move.set, ...state.columns(to), update_time: env.now })
      const entry = logged(log, { rows: sql.ref('moved'), entry: { ...move, from, to } }, env)
      const done = await rowOf(
        trx,
        sql`with moved as (update ${sql.table(table)} set ${set} where ${sql.join(guards, sql` and `)} returning id) ${entry} returning id`,
      )
      if (!done) throw changed()
    },
    started,
    async start(trx, id, start, env) {
      await started(sql`(select ${id}::int as id) as made`, start, env).execute(trx)
    },
  }
}

/** `insert into <log>`, an entry for each row of `rows`. */
function logged(
  log: { table: string; key: string },
  { rows, entry }: { rows: RawBuilder<unknown>; entry: Entry },
  env: CommandContext,
): RawBuilder<unknown> {
  const actor = actorColumns(env.actor)
  const columns: Record<string, RawBuilder<unknown>> = {
    [log.key]: sql.ref('id'),
    actor: sql`${actor.type}`,
    actor_id: sql`${actor.id}::int`,
    actor_name: sql`${actor.name}`,
    action: sql`${entry.action}`,
    ...(entry.from === undefined ? {} : { from: stateSql(entry.from) }),
    to: stateSql(entry.to),
    note: sql`${entry.note ?? ''}`,
    ...(entry.data === undefined ? {} : { data: sql`${JSON.stringify(entry.data)}::jsonb` }),
    create_time: sql`${env.now}::bigint`,
    update_time: sql`${env.now}::bigint`,
  }
  const names = Object.keys(columns).map((name) => sql.ref(name))
  return sql`insert into ${sql.table(log.table)} (${sql.join(names)}) select ${sql.join(Object.values(columns))} from ${rows}`
}

function stateSql(state: string | number): RawBuilder<unknown> {
  return typeof state === 'number' ? sql`${state}::smallint` : sql`${state}`
}
