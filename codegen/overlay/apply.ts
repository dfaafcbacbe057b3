import * as z from 'zod/mini'
import { isObject } from '../../src/schemas/isObject.ts'
import { builtInAction } from '../../src/schemas/language/action/builtInActions.ts'
import { type Issue, issueAt, suggest } from '../../src/schemas/language/issue.ts'
import { readShape } from '../../src/schemas/language/shape.ts'
import type { JsonFile } from '../schema/readJson.ts'
import { type Deed, type Ledger, noLedger, objection } from './ledger.ts'
import { narrow, narrowing } from './narrow.ts'
import { follow, holdsSets, isPlace, nameKey, placeAt, splitPath } from './places.ts'
import { type Entry, entryOf, type Holder, type Origin, type Path, toTree } from './tree.ts'

const placeShape = z.strictObject({ after: z.optional(z.string()), before: z.optional(z.string()) })
const overlayShape = z.strictObject({
  $schema: z.optional(z.string()),
  add: z.optional(z.record(z.string(), z.unknown())),
  move: z.optional(z.record(z.string(), placeShape)),
  hide: z.optional(z.array(z.string())),
  set: z.optional(z.record(z.string(), z.unknown())),
})
type Beside = z.output<typeof placeShape>

/** A page, or a table without a page of its own, while overlays are laid over it. */
interface Work {
  of: Laid
  root: Holder
  ledger: Ledger
  file: JsonFile
  issues: Issue[]
}

/** What overlays are laid over. */
export type Laid = 'page' | 'table'

/** Applies overlays to a page or a table's file, in this order (decision 35). Impossible changes are reported to `issues` and skipped. */
export function applyOverlays(root: Holder, of: Laid, overlays: readonly JsonFile[], issues: Issue[]): void {
  const ledger = noLedger()
  for (const file of overlays) {
    const found: Issue[] = []
    const read = readShape(overlayShape, file.value, [], found)
    issues.push(...found.map(file.locate))
    if (!read) continue
    const work = { of, root, ledger, file, issues }
    for (const [path, value] of Object.entries(read.add ?? {})) add(work, path, value)
    for (const [path, beside] of Object.entries(read.move ?? {})) move(work, path, beside)
    for (const [i, path] of (read.hide ?? []).entries()) hide(work, path, i)
    for (const [path, value] of Object.entries(read.set ?? {})) set(work, path, value, ['set', path])
  }
}

function report(work: Work, at: Path, what: string, fix = ''): void {
  work.issues.push(work.file.locate(issueAt(at, what, fix)))
}

/** One thing that an overlay says, and where. */
type Change = Pick<Deed, 'op' | 'path'> & { value: unknown; at: Path }

/** Notes what is done; false, with a finding, when another overlay says otherwise. */
function agreed(work: Work, { op, path, value, at }: Change): boolean {
  const other = objection(work.ledger, { op, path, value: JSON.stringify(value), from: { file: work.file, path: at } })
  if (!other) return true
  const { file, line, column } = other.from.file.locate(issueAt(other.from.path, ''))
  report(work, at, `another overlay says otherwise of "${other.path}"`, `see ${file}:${line}:${column}`)
  return false
}

/** The place and the entry of a path. A missing one is reported with the nearest name. */
function named(work: Work, path: string, at: Path): { place: Holder; entry: Entry } | undefined {
  const found = splitPath(path)
  const from = { file: work.file, path: at }
  const place = found && placeAt(work.root, found.place, from)
  const entry = place && entryOf(place, found.name)
  if (place && entry) return { place, entry }
  const names = path.split('.')
  const way = follow(work.root, names)
  const missing = way.rest.join('.')
  const known = way.last.is === 'value' ? [] : way.last.parts.filter((each) => !each.hidden).map((each) => each.name)
  if (missing === '') report(work, at, `"${path}" is no part with a place of its own`, 'name a field, a column, an action …')
  else report(work, at, `the ${work.of} has no "${path}"`, suggest(missing, known))
  return undefined
}

function add(work: Work, path: string, value: unknown): void {
  const at: Path = ['add', path]
  const from: Origin = { file: work.file, path: at }
  const found = splitPath(path)
  if (!found) {
    named(work, path, at)
    return
  }
  const place = placeAt(work.root, found.place, from)
  if (!place) {
    if (follow(work.root, found.place).rest.length > 1) named(work, path, at)
    else report(work, at, `the ${work.of} writes no "${found.place.join('.')}": it shows what there is`, 'add the field alone')
    return
  }
  if (!agreed(work, { op: 'add', path, value, at })) return
  if (entryOf(place, found.name)) {
    report(work, at, `the ${work.of} has "${path}" already`, 'change it with "set"')
    return
  }
  const { after, before, ...rest } = isObject(value) ? value : {}
  const said: Issue[] = []
  const sides = { ...(after === undefined ? {} : { after }), ...(before === undefined ? {} : { before }) }
  const beside = readShape(placeShape, sides, at, said)
  work.issues.push(...said.map(work.file.locate))
  const part = toTree(isObject(value) ? rest : value, from)
  const entry: Entry = { name: found.name, part }
  if (place.is === 'list') {
    const known = isObject(value) ? Object.keys(rest) : []
    const sample = place.parts[0]?.part
    const isNumber = sample?.is === 'object' && typeof optionValue(sample) === 'number'
    const name = isNumber ? Number(found.name) : found.name
    if (holdsSets(found.place)) entry.part = toTree(found.name.split(','), from)
    else if (known.length === 0 && itemKey(found.place, known) !== 'value') entry.part = { is: 'value', value: name, from }
    else if (part.is === 'object')
      part.parts.unshift({ name: itemKey(found.place, known), part: { is: 'value', value: name, from } })
  }
  insert(work, entry, { place, beside: beside ?? {}, at })
}

function optionValue(part: Holder): unknown {
  const value = entryOf(part, 'value')?.part
  return value?.is === 'value' ? value.value : undefined
}

/** A figure is called as its field unless it names one. */
function itemKey(place: readonly string[], keys: readonly string[]): string {
  return keys.includes('field') ? 'name' : nameKey(place)
}

/** Where an entry goes: its place, its neighbour there, and where the overlay says so. */
interface Target {
  place: Holder
  beside: Beside
  at: Path
}

/** Puts an entry beside another one of its place, or at the end. */
function insert(work: Work, entry: Entry, { place, beside, at }: Target): boolean {
  const side = beside.after === undefined ? 'before' : 'after'
  const anchor = beside[side]
  if (beside.after !== undefined && beside.before !== undefined)
    report(work, at, 'a part stands either "after" or "before" another', 'remove one of them')
  const index = anchor === undefined ? place.parts.length : place.parts.findIndex((each) => each.name === anchor)
  if (index < 0) {
    const names = place.parts.map((each) => each.name)
    report(work, [...at, side], `nothing is called "${anchor}" there`, suggest(anchor ?? '', names))
    return false
  }
  place.parts.splice(index + (anchor !== undefined && side === 'after' ? 1 : 0), 0, entry)
  return true
}

function move(work: Work, path: string, beside: Beside): void {
  const at: Path = ['move', path]
  const found = named(work, path, at)
  if (!found || !agreed(work, { op: 'move', path, value: beside, at })) return
  if (beside.after === undefined && beside.before === undefined) {
    report(work, at, 'it does not say where to', 'add "after" or "before"')
    return
  }
  const { place, entry } = found
  const before = [...place.parts]
  place.parts.splice(place.parts.indexOf(entry), 1)
  if (insert(work, entry, { place, beside, at })) entry.changed = [...(entry.changed ?? []), { file: work.file, path: at }]
  else place.parts = before
}

/** What is shown, offered or chosen from can be hidden; what is stored, or what refuses, stays. */
export const hideable = /^(?:table|form|detail|dashboard)\.|^actions\.[^.]+$|(?:^|\.)fields\.[^.]+\.options\.[^.]+$/
function hide(work: Work, path: string, i: number): void {
  const at: Path = ['hide', i]
  const found = named(work, path, at)
  if (!found || !agreed(work, { op: 'hide', path, value: true, at })) return
  if (!hideable.test(path)) {
    report(work, at, `"${path}" cannot be hidden`, 'hide the columns, inputs and sections that show it')
    return
  }
  const from = { file: work.file, path: at }
  found.entry.hidden = from
  const [first, name = ''] = path.split('.')
  if (first !== 'actions') return
  for (const place of ['row', 'bulk', 'toolbar']) {
    const entry = entryOf(follow(work.root, ['table', place]).last, name)
    if (entry) entry.hidden = from
  }
  const { last: detail } = follow(work.root, ['detail'])
  for (const section of detail.is === 'value' ? [] : detail.parts) {
    const entry = entryOf(follow(section.part, ['actions']).last, name)
    if (entry) entry.hidden = from
  }
}

/** What makes the page, or the table, what it is. */
export const fixed: Readonly<Record<Laid, RegExp>> = {
  page: /^(?:version|kind|controller|\$schema|store|row|call|plugin|check|actions\.[^.]+\.type|entity\.(?:table|use|key|keyGiven|external))$/,
  table: /^(?:\$schema|table|key|keyGiven|external)$/,
}

function set(work: Work, path: string, value: unknown, at: Path): void {
  const names = path.split('.')
  if (fixed[work.of].test(path)) {
    report(work, at, `"${path}" belongs to the ${work.of} alone`)
    return
  }
  const target = follow(work.root, names)
  const isObject = value !== null && typeof value === 'object' && !Array.isArray(value)
  const isPart = target.rest.length === 0 && splitPath(path)?.name === target.entries.at(-1)?.name
  const isBuiltIn = names[0] === 'actions' && names.length === 2 && builtInAction(names[1] ?? '') !== undefined
  if (isObject && (isPart || isBuiltIn || narrowing(names) === 'parts')) {
    for (const [key, each] of Object.entries(value)) set(work, `${path}.${key}`, each, [...at, key])
    return
  }
  if ((names.length === 1 && work.of === 'page') || isPlace(names)) {
    report(work, at, `"${path}" holds parts: each is added, moved, hidden or set by its name`)
    return
  }
  if (narrowing(names) === 'inside') {
    report(work, at, 'a condition can only be narrowed', 'set the whole "when": it is asked besides')
    return
  }
  change(work, names, value, at)
}

function change(work: Work, names: readonly string[], value: unknown, at: Path): void {
  const path = names.join('.')
  const from: Origin = { file: work.file, path: at }
  const holder = holderOf(work, names, from)
  if (!holder || (isPlace(names.slice(0, -1)) && !entryOf(holder, names.at(-1) ?? ''))) {
    const way = follow(work.root, names)
    const known = way.last.is === 'value' ? [] : way.last.parts.map((each) => each.name)
    report(work, at, `the ${work.of} has no "${path}"`, suggest(way.rest[0] ?? '', known))
    return
  }
  const key = names.at(-1) ?? ''
  const way = narrowing(names)
  if (!agreed(work, { op: 'set', path, value: way === undefined ? value : 'narrower', at })) return
  const entry = entryOf(holder, key)
  const part = toTree(value, from)
  if (!entry) holder.parts.push({ name: key, part })
  else {
    entry.part = way === 'all' || way === 'any' ? narrow(entry.part, part, way, from) : part
    entry.changed = [...(entry.changed ?? []), from]
  }
}

/** The object that holds the key; a column that is a name alone becomes one, and a built-in action is there unwritten. */
function holderOf(work: Work, names: readonly string[], from: Origin): Holder | undefined {
  const above = names.slice(0, -1)
  const [first = '', name = ''] = above
  if (first === 'actions' && above.length === 2 && builtInAction(name)) {
    const actions = placeAt(work.root, ['actions'], from)
    if (actions && !entryOf(actions, name)) actions.parts.push({ name, part: { is: 'object', parts: [], from } })
  }
  if (above.length === 1 && ['table', 'form'].includes(first)) placeAt(work.root, above, from)
  const { entries, last, rest } = follow(work.root, above)
  const entry = entries.at(-1)
  if (rest.length > 0) return last.is === 'object' && narrowing(names) ? withKeys(last, rest, from) : undefined
  if (last.is === 'value' && entry && splitPath(above.join('.'))?.name === entry.name) {
    const key = nameKey(splitPath(above.join('.'))?.place ?? [])
    entry.part = { is: 'object', from: last.from, parts: [{ name: key, part: last }] }
  }
  const holder = entry ? entry.part : work.root
  return holder.is === 'object' ? holder : undefined
}

/** Objects below one another, for conditions where there were none. */
function withKeys(holder: Holder, names: readonly string[], from: Origin): Holder | undefined {
  const [name, ...rest] = names
  if (name === undefined) return holder
  if (name !== 'when' && name !== 'options') return undefined
  const part: Holder = { is: 'object', parts: [], from }
  holder.parts.push({ name, part })
  return withKeys(part, rest, from)
}
