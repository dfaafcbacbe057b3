import { isObject } from '../../isObject.ts'

/** How a person has arranged the columns of a list, by their names. What is absent is as the page says. */
export interface ColumnLayout {
  /** Columns that are hidden (true), and those that the page hides and the person shows (false). */
  hidden?: Readonly<Record<string, boolean>>
  /** All columns in their order; new ones of the page are at the page's place. */
  order?: readonly string[]
  /** Columns that stay at the left edge. */
  pinned?: readonly string[]
  /** Widths in px. */
  sizes?: Readonly<Record<string, number>>
}

export const columnSizes = { min: 56, max: 900 }
const maxColumns = 200
const maxName = 100

/** What is a layout of this; whatever else was sent or stored is left out. A bare record of names is what layouts once were: which columns are hidden. */
export function readColumnLayout(value: unknown): ColumnLayout {
  if (!isObject(value)) return {}
  const isOld = Object.values(value).every((each) => typeof each !== 'object')
  const { hidden, order, pinned, sizes } = isOld ? { hidden: value } : value
  return withoutEmpty({
    hidden: membersOf(hidden, (each) => (typeof each === 'boolean' ? each : undefined)),
    order: namesOf(order),
    pinned: namesOf(pinned),
    sizes: membersOf(sizes, (each) => (typeof each === 'number' && Number.isFinite(each) ? sizeWithin(each) : undefined)),
  })
}

/** A width that a column may have. */
export function sizeWithin(width: number): number {
  return Math.round(Math.max(columnSizes.min, Math.min(columnSizes.max, width)))
}

/** Without what is as the page says. */
function withoutEmpty(layout: ColumnLayout): ColumnLayout {
  return Object.fromEntries(Object.entries(layout).filter(([, part]) => part !== undefined && Object.keys(part).length > 0))
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value.length <= maxName
}

function namesOf(value: unknown): string[] {
  return Array.isArray(value) ? [...new Set(value.filter(isName))].slice(0, maxColumns) : []
}

function membersOf<Member>(value: unknown, read: (member: unknown) => Member | undefined): Record<string, Member> {
  if (!isObject(value)) return {}
  const members = Object.entries(value).flatMap(([name, member]) => {
    const known = isName(name) ? read(member) : undefined
    return known === undefined ? [] : [[name, known] as const]
  })
  return Object.fromEntries(members.slice(0, maxColumns))
}
