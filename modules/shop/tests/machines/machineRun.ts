import { describe, expect, test } from 'vitest'
import type { Schema } from '../../../../codegen/schema/schema.ts'
import type { CommandContext } from '../../../../server/core/command.ts'
import { conditionFields } from '../../../../src/schemas/language/condition/condition.ts'
import { holds } from '../../../../src/schemas/language/condition/predicate.ts'
import type { Page } from '../../../../src/schemas/language/page.ts'
import type { Answer, Client } from '../../../../tests/harness/client.ts'
import { everyNth, sampleOf } from '../../../../tests/harness/sampling.ts'
import type { TestServer } from '../../../../tests/harness/server.ts'
import { timers } from '../../server/timers.ts'
import { inTransaction } from '../helpers/helpers.ts'

/** What a step of nobody's asking (the clock, a provider, the worker) gives: whether it was taken at all. */
export type Press = Answer<unknown> | boolean

/** Something that can be done to a row, and the edges that the machine has for it (screen catalogue, chapter E). */
export interface Step {
  name: string
  /** Of administrators: the action of the page. It must be offered in the states of the edges, and nowhere else unless a reason is given. */
  action?: string
  /** From state to the state it leads to; of several one after another, `2>3`. */
  edges: Readonly<Record<string, string>>
  press(id: number): Promise<Press>
  /** Rows of the log that a step writes which leaves the state as it is; 1 unless told otherwise. */
  rows?: number
  /** States in which something else than the state itself is in the way, and what is said then. */
  why?: Readonly<Record<string, RegExp>>
}

/** A machine: how each state is reached by real steps, and everything that can be done. */
export interface Machine {
  what: string
  page: string
  field: string
  /** By state: a value of the field, or (after a blank) a variant of one. `gone`: no row of the list any more. */
  strategies: Readonly<Record<string, () => Promise<number>>>
  steps: readonly Step[]
  /** Actions of the page that are no step: they read, begin another row, or change what is no state. */
  noSteps: readonly string[]
  /** Everything that a step could change; the state and the log of it are read by this as well. */
  facts(id: number): Promise<Facts>
  /** What was left under way is put aside, so that it is not in the way of others. */
  leave?(id: number): Promise<unknown>
}

export interface Facts {
  state: string
  /** Rows of the log: from and to. */
  log?: readonly { from: number | null; to: number }[]
  [more: string]: unknown
}

/** Who acts in the tests of machines. */
export interface MachineLab {
  server: TestServer
  owner: Client
  member: Client
  memberId: number
  now: number
  schema: Schema
}

/** Actions that every list has: they read, or make rows. */
const ofLists = ['history', 'reveal', 'restore', 'add', 'detail', 'export', 'import', 'sort', 'copy', 'index']

/** The value of the field in a state of the machine. */
const valueIn = (state: string) => Number(state.split(' ')[0])

/** Tests a machine: what it says against what its page offers, and every action in every state against what it says. */
export function testMachine<Lab extends MachineLab>(at: () => Lab, make: (at: () => Lab) => Machine): void {
  const machine = make(at)
  const { what, strategies: ways, steps, facts } = machine
  describe(what, () => {
    test('has a way to every state and a row for every action of its page, offered where the machine has an edge', () => {
      const page = pageOf(at().schema, machine)
      expect(statesOf(page, machine.field)).toEqual([...new Set(Object.keys(ways).filter(isValue).map(valueIn))].sort())
      const known = [...steps.flatMap(({ action }) => action ?? []), ...machine.noSteps, ...ofLists]
      expect(Object.keys(page.actions).filter((name) => !known.includes(name))).toEqual([])
      for (const step of steps) {
        const values = offered(page, machine, step)
        if (values) expect(values, step.name).toEqual(valuesWith(machine, step.action))
      }
    })

    test.each(sampleOf(`states of ${what}`, Object.keys(ways), everyNth(3)))(
      'in state %s does what the machine says, refuses all else and changes nothing then',
      async (state) => {
        const { words } = at().schema
        const id = await reach(machine, state)
        for (const step of steps.filter(({ edges }) => edges[state] === undefined)) {
          const before = await facts(id)
          const label = labelOf(words, machine, state)
          const why = step.why?.[state] ?? (isValue(state) ? undefined : /\S/)
          expectRefused(await step.press(id), `${step.name} in state ${state}`, why, label)
          expect(await facts(id), `${step.name} in state ${state}`).toEqual(before)
        }
        await machine.leave?.(id)
        for (const step of steps.filter(({ edges }) => edges[state] !== undefined)) await expectTaken(machine, step, state)
      },
    )
  })
}

/** A state as a refusal names it. */
function labelOf(words: Schema['words'], { page, field }: Machine, state: string): string {
  const word = (key: string) => words.text('en', page, `fields.${field}.${key}`)
  const key = `options.${valueIn(state)}`
  const label = word(key)
  return label === `fields.${field}.${key}`
    ? `${word('label')}: ${word(`options.${state.startsWith('1') ? 'on' : 'off'}`)}`
    : label
}

function pageOf({ pages }: Schema, { page }: Machine): Page {
  const found = pages.get(page)
  if (!found) throw new Error(`no page ${page}`)
  return found
}

const isValue = (state: string) => !state.startsWith('gone')

/** Every value that the field of the state can have. */
function statesOf(page: Page, field: string): number[] {
  const { kind, options } = page.fields[field] ?? {}
  if (kind === 'switch') return [0, 1]
  return (Array.isArray(options) ? options : []).map((option: { value: unknown }) => Number(option.value)).sort()
}

/** The values in which the page offers the action of a step; undefined where a condition is about something else, or there is none. */
function offered(page: Page, { field }: Machine, { action }: Step): number[] | undefined {
  const found = action === undefined ? undefined : page.actions[action]
  if (action !== undefined && !found) throw new Error(`no action ${action}`)
  const when = found?.when
  if (!when || !conditionFields(when).includes(field)) return undefined
  const at = (value: number) => holds(when, { values: { [field]: value }, selfId: 0, now: 0 })
  return statesOf(page, field).filter(at)
}

/** The values in which the machine has an edge for an action, whichever of its steps it is. */
function valuesWith({ steps }: Machine, action: string | undefined): number[] {
  const states = steps.filter((step) => step.action === action).flatMap(({ edges }) => Object.keys(edges))
  return [...new Set(states.filter(isValue).map(valueIn))].sort()
}

async function reach(machine: Machine, state: string): Promise<number> {
  const id = await machine.strategies[state]?.()
  if (id === undefined) throw new Error(`no way to ${state}`)
  expect((await machine.facts(id)).state, `the way to ${state}`).toBe(state.split(' ')[0])
  return id
}

async function expectTaken(machine: Machine, step: Step, state: string): Promise<void> {
  const named = `${step.name} in state ${state}`
  const id = await reach(machine, state)
  const before = await machine.facts(id)
  const pressed = await step.press(id)
  if (typeof pressed === 'boolean') expect(pressed, named).toBe(true)
  else expect(pressed.body, `${named}: ${pressed.text}`).toMatchObject({ code: 1 })
  const way = [before.state, ...String(step.edges[state]).split('>')]
  const after = await machine.facts(id)
  expect(after.state, named).toBe(way.at(-1)?.split(' ')[0])
  if (before.log && after.log && after.state !== 'gone') {
    const edges = way.slice(1).map((to, i) => ({ from: Number(way[i]), to: Number(to.split(' ')[0]) }))
    const isLoop = edges.length === 1 && edges[0]?.from === edges[0]?.to
    expect(after.log.slice(before.log.length), named).toEqual(
      isLoop ? edges.flatMap((e) => Array(step.rows ?? 1).fill(e)) : edges,
    )
  }
  await machine.leave?.(id)
}

/** Refused as a conflict that names the state; or in words of its own; of what nobody asked for, simply not taken. */
function expectRefused(pressed: Press, named: string, why: RegExp | undefined, label: string): void {
  if (typeof pressed === 'boolean') expect(pressed, named).toBe(false)
  else {
    const said = why ?? new RegExp(`"${label}"`)
    expect(pressed.body, `${named}: ${pressed.text}`).toMatchObject({ code: 0, msg: expect.stringMatching(said) })
    const { type, errors } = (pressed.body.data ?? {}) as { type?: string; errors?: object }
    if (!why) expect(type === 'conflict' || errors, `${named}: ${pressed.text}`).toBeTruthy()
  }
}

/** Takes the step of a timer on one row if it is due so many seconds from now, as the timers do. */
export function clock(
  at: () => Pick<MachineLab, 'server'>,
  name: keyof typeof timers,
  later: number,
): (id: number) => Promise<boolean> {
  return (id) => {
    const { server } = at()
    const env: CommandContext = { now: Math.floor(Date.now() / 1000) + later, actor: { type: 'system' } }
    return inTransaction(server, async (trx) => {
      const isDue = (await timers[name].due(trx, env, 100_000)).some((row) => row.id === id)
      if (isDue) await timers[name].run(trx, id, env)
      return isDue
    })
  }
}

/** The row of a statement over `$1`, the key. */
export async function rowFor<T extends object = Record<string, unknown>>(
  server: TestServer,
  text: string,
  id: unknown,
): Promise<T> {
  const [row] = await server.query<T>(text, [id])
  if (!row) throw new Error(`no row ${String(id)}: ${text}`)
  return row
}

/** SQL: the log of the row `t`, oldest first. */
export const logSql = (table: string, key: string) =>
  `(select coalesce(jsonb_agg(jsonb_build_object('from', l."from", 'to', l."to") order by l.id), '[]') from ${table} l where l.${key} = t.id) as log`

/** What came of a call that has to be taken; throws with what the server said otherwise. */
export function done<T>(answer: Answer<T>): T {
  if (answer.body.code !== 1) throw new Error(answer.text)
  return answer.body.data
}

/** Does each in turn, the key going from one to the next. */
export async function going(first: Promise<number>, ...more: ((id: number) => Promise<unknown>)[]): Promise<number> {
  const id = await first
  for (const step of more) {
    const answer = await step(id)
    if (answer !== null && typeof answer === 'object' && 'body' in answer) done(answer as Answer<unknown>)
  }
  return id
}
