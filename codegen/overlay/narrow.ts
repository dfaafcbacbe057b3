import type { Field } from '../../src/schemas/field.ts'
import type { Entity } from '../../src/schemas/language/entity/entity.ts'
import type { Page } from '../../src/schemas/language/page.ts'
import { type Origin, type Part, type Path, toJson } from './tree.ts'

/**
 * How what stands at this path is narrowed: `all` the conditions must hold, `any` of them requires or disables, `parts` are narrowed each;
 * `inside` a condition nothing is changed by itself. Undefined for all that may be set.
 */
export function narrowing(names: readonly string[]): 'all' | 'any' | 'parts' | 'inside' | undefined {
  const at = names.indexOf('when')
  if (at < 2) return undefined
  const below = names.slice(at + 1)
  const isRow = (names[0] === 'actions' && at === 2) || (names[0] === 'table' && names[1] === 'columns' && at > 2)
  if (isRow) return below.length === 0 ? 'all' : 'inside'
  if (names[at - 2] !== 'fields') return undefined
  const [what, option] = below
  if (what === undefined || (what === 'options' && option === undefined)) return 'parts'
  if (below.length > (what === 'options' ? 2 : 1)) return 'inside'
  return what === 'required' || what === 'disabled' ? 'any' : 'all'
}

/** Both conditions, as one. What was there keeps its place. */
export function narrow(existing: Part, more: Part, way: 'all' | 'any', from: Origin): Part {
  if (JSON.stringify(toJson(existing)) === JSON.stringify(toJson(more))) return existing
  const parts = [existing, more].map((part, i) => ({ name: String(i), part }))
  return { is: 'object', from, parts: [{ name: way, part: { is: 'list', from, parts } }] }
}

type Report = (path: Path, what: string, fix?: string) => void

/** Reports what a page allows with its overlays but not without them: rights and checks may only become stricter. */
export function checkNarrower(bare: Page, laid: Page, report: Report): void {
  fieldsNarrower(bare.fields, laid.fields, ['fields'], report)
  for (const [name, action] of Object.entries(bare.actions)) {
    const now = laid.actions[name]
    if (!now) continue
    const at: Path = ['actions', name]
    if (now.node !== action.node) report([...at, 'node'], `the right to "${name}" stays "${action.node}"`, 'remove it')
    fieldsNarrower(action.fields, now.fields, [...at, 'fields'], report)
  }
  ownerStays(bare.entity, laid.entity, ['entity'], report)
}

/** The same of a table without a page of its own. */
export function checkNarrowerTable(bare: Entity, laid: Entity, report: Report): void {
  fieldsNarrower(bare.fields, laid.fields, ['fields'], report)
  ownerStays(bare, laid, [], report)
}

function ownerStays(bare: Entity, laid: Entity, path: Path, report: Report): void {
  if (bare.owner !== null && laid.owner !== bare.owner)
    report([...path, 'owner'], `the owner of a row stays "${bare.owner}"`, 'remove it')
}

const only = ['required', 'readOnly', 'writeOnce', 'secret', 'mask'] as const

function fieldsNarrower(
  bare: Readonly<Record<string, Field>>,
  laid: Readonly<Record<string, Field>>,
  path: Path,
  report: Report,
): void {
  for (const [name, field] of Object.entries(bare)) {
    const now = laid[name]
    if (!now) continue
    for (const key of only)
      if (field[key] && !now[key]) report([...path, name, key], `"${name}" stays "${key}": an overlay only narrows`, 'remove it')
    if (field.fields) fieldsNarrower(field.fields, now.fields ?? {}, [...path, name, 'fields'], report)
  }
}
