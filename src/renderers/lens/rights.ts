import type { LensChange, LensColumn, LensMatrix, LensScreen } from '../../schemas/api/lens.ts'

/** Rules that roles shall have, by key of the role; of roles whose rights can be edited. */
export type Rights = Readonly<Record<string, ReadonlySet<number>>>

/** One or more rules that are ticked together. */
export interface Ticks {
  /** The rules themselves. */
  own: readonly number[]
  /** What they need besides: the entry of the menu. */
  needs: readonly number[]
  /** What goes with them: what is of no use without the entry of the menu. */
  below: readonly number[]
}

/** The rights that roles have now. */
export function rightsOf({ subjects }: LensMatrix): Rights {
  return Object.fromEntries(subjects.flatMap(({ key, held }) => (held ? [[key, new Set(held)]] : [])))
}

const nodesOf = ({ nodes }: LensScreen) => nodes.flatMap(({ rule }) => rule ?? [])

/** The entry of a screen in the menu; without it none of its actions. */
export function menuTicks(screen: LensScreen): Ticks {
  return { own: screen.rule === null ? [] : [screen.rule], needs: [], below: nodesOf(screen) }
}

/** One action of a screen. */
export function nodeTicks(screen: LensScreen, rule: number | null): Ticks {
  return { own: rule === null ? [] : [rule], needs: screen.rule === null ? [] : [screen.rule], below: [] }
}

/** Everything of these screens. */
export function screenTicks(screens: readonly LensScreen[]): Ticks {
  return {
    own: screens.flatMap((screen) => [...(screen.rule === null ? [] : [screen.rule]), ...nodesOf(screen)]),
    needs: [],
    below: [],
  }
}

/** Does a role have all, none or some of them? */
export function tickOf(held: ReadonlySet<number>, { own }: Ticks): boolean | 'some' {
  const count = own.filter((rule) => held.has(rule)).length
  return count === 0 ? false : count === own.length ? true : 'some'
}

/** The same rights with these given to a role, or taken from it. */
export function ticked(rights: Rights, key: string, { own, needs, below }: Ticks, on: boolean): Rights {
  const held = new Set(rights[key])
  for (const rule of on ? [...own, ...needs] : [...own, ...below]) on ? held.add(rule) : held.delete(rule)
  return { ...rights, [key]: held }
}

/** How many rules a role would get and lose. */
export function countsOf({ held }: LensColumn, wanted: ReadonlySet<number> | undefined): { more: number; less: number } {
  const before = new Set(held ?? [])
  const now = wanted ?? before
  return { more: [...now].filter((rule) => !before.has(rule)).length, less: [...before].filter((rule) => !now.has(rule)).length }
}

/** What is to be saved: the roles with other rights than they have. */
export function changesOf({ subjects }: LensMatrix, rights: Rights): LensChange[] {
  return subjects.flatMap((column) => {
    const wanted = rights[column.key]
    const { more, less } = countsOf(column, wanted)
    return wanted && column.held && more + less > 0 ? [{ id: column.id, before: column.held, rules: [...wanted] }] : []
  })
}
