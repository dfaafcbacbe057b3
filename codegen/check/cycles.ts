import type { Field } from '../../src/schemas/field.ts'
import { conditionReads } from '../../src/schemas/language/condition/condition.ts'
import { declaredIn, type Path, type Report, type Rule } from './check.ts'
import { conditionsOfFields, type Found } from './conditions.ts'

/** What one field reads of another: through which part, and where that is written. */
interface Edge {
  to: string
  part: string
  path: Path
}

/** No field depends on itself, over whatever others. */
export const acyclic: Rule = {
  name: 'acyclic',
  why: 'what fields do to each other would have no beginning',
  page: (page, report, known) => {
    checkCycle({ fields: page.fields, path: ['fields'], names: declaredIn(page, known) }, report)
    for (const { name, fields } of Object.values(page.actions))
      checkCycle({ fields, path: ['actions', name, 'fields'], action: name }, report)
  },
  entity: ({ fields }, report) => checkCycle({ fields, path: ['fields'] }, report),
}

/** Fields whose conditions are checked together, and where they are written. */
interface FieldGroup {
  fields: Readonly<Record<string, Field>>
  path: Path
  /** Those that are checked; all of them unless said. */
  names?: readonly string[]
  /** The action whose form they are. */
  action?: string
}

function checkCycle(group: FieldGroup, report: Report): void {
  const edges = edgesOf(group)
  const done = new Set<string>()
  for (const start of edges.keys()) {
    if (done.has(start)) continue
    const cycle = cycleFrom(start, edges)
    if (!cycle) continue
    for (const { from } of cycle) done.add(from)
    const [first] = cycle
    const text = cycle.map(({ from, edge }) => `${from} (${edge.part})`).join(' → ')
    if (first) report(first.edge.path, `a circle: ${text} → ${start}`, 'state a rule between fields in "check"')
  }
}

/** Who depends on whom: by conditions, and by the parameters of remote choices. */
function edgesOf({ fields, path, names = Object.keys(fields), action }: FieldGroup) {
  const at = action === undefined ? [] : [`${action}()`]
  const edges = new Map<string, Edge[]>()
  const add = (from: string, edge: Edge) => edges.set(from, [...(edges.get(from) ?? []), edge])
  const around = at.length > 0 ? { rows: [{ fields: {} }], at } : undefined
  for (const found of conditionsOfFields(fields, path, around, names)) {
    const { owner, part } = placeOf(found, path, at.length)
    for (const read of conditionReads(found.condition, found.at)) {
      if (read.path.length < at.length) continue
      add(owner, { to: [...read.path.slice(at.length), read.name].join('.'), part, path: found.path })
    }
  }
  addDepends({ fields, lists: [] }, path, add)
  return edges
}

/** Fields outside of rows, and the lists that contain them. */
interface Level {
  fields: Readonly<Record<string, Field>>
  lists: readonly string[]
}

function addDepends(
  { fields, lists }: Level,
  path: Path,
  add: (from: string, edge: Edge) => void,
  around: readonly Level[] = [],
): void {
  for (const field of Object.values(fields)) {
    const at: Path = [...path, field.name]
    for (const [i, name] of (field.depends ?? []).entries())
      add([...lists, field.name].join('.'), {
        to: [...(fields[name] ? lists : (around.find((outer) => outer.fields[name])?.lists ?? lists)), name].join('.'),
        part: 'depends',
        path: [...at, ...(field.source ? ['options'] : []), 'depends', i],
      })
    if (!field.fields) continue
    const rows: Level = { fields: field.fields, lists: [...lists, field.name] }
    addDepends(rows, [...at, 'fields'], add, [{ fields, lists }, ...around])
  }
}

/** `fields.lines.fields.quantity.when.visible`: the field `lines.quantity`, and its part. */
function placeOf({ path, at }: Found, base: Path, outer: number): { owner: string; part: string } {
  const rest = path.slice(base.length)
  const when = rest.indexOf('when')
  return { owner: [...at.slice(outer), String(rest[when - 1])].join('.'), part: String(rest[when + 1]) }
}

/** The shortest way from a field back to itself. */
function cycleFrom(start: string, edges: ReadonlyMap<string, readonly Edge[]>): { from: string; edge: Edge }[] | undefined {
  const queue: { at: string; way: { from: string; edge: Edge }[] }[] = [{ at: start, way: [] }]
  const seen = new Set<string>()
  for (let next = queue.shift(); next; next = queue.shift()) {
    for (const edge of edges.get(next.at) ?? []) {
      const way = [...next.way, { from: next.at, edge }]
      if (edge.to === start) return way
      if (!seen.has(edge.to)) queue.push({ at: edge.to, way })
      seen.add(edge.to)
    }
  }
  return undefined
}
