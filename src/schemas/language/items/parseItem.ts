import { findKind } from '../../kinds/index.ts'
import type { Kind } from '../../kinds/kind.ts'
import { parseField } from '../entity/parseField.ts'
import { formatIssue, type Issue, suggest } from '../issue.ts'
import type { ValueError } from '../wire/codec.ts'
import type { FormItem } from './items.ts'
import { choiceKinds, itemRules } from './parseItems.ts'

/** An item as its row keeps it, by the names of the form that adds one. */
export interface ItemRow {
  id: number
  name: string
  group: string
  title: string
  type: string
  /** One `value=label` per line, for kinds with choices. */
  content: string
  tip: string
  rule: readonly string[]
  /** One `key=value` per line: further keys of the field. */
  extend: string
  inputExtend: string
}

/** What is wrong with an item, by field of the form. */
export type ItemFaults = Record<string, ValueError>

/** Creates the field of an item with the field parser; an invalid item is reported with its error. */
export function parseItem(row: ItemRow): { item: FormItem } | { faults: ItemFaults } {
  const faults: ItemFaults = {}
  const choices = choiceKinds.includes(row.type) ? linesOf(row.content, 'content', faults) : []
  const kindName = ruledKind(row, faults)
  const own = findKind(kindName)
  if (!own) return { faults: { ...faults, type: { code: 'option', params: {} } } }
  const further = { ...keysOf(row.extend, 'extend', own, faults), ...keysOf(row.inputExtend, 'inputExtend', own, faults) }
  const issues: Issue[] = []
  const json = {
    ...further,
    kind: kindName,
    ...(row.rule.includes('required') ? { required: true } : {}),
    ...(own.secret ? { secret: true } : {}),
    ...(row.tip ? { help: true } : {}),
    ...(choices.length > 0 ? { options: choices.map(([value]) => ({ value })) } : {}),
  }
  const field = parseField(row.name, json, [], issues)
  for (const issue of issues) {
    const place = String(issue.path[0] ?? '')
    const at = place === 'options' ? 'content' : Object.hasOwn(further, place) ? 'extend' : 'name'
    faults[at] ??= { code: 'itemKey', params: { why: formatIssue(issue) } }
  }
  if (!field || Object.keys(faults).length > 0) return { faults }
  const words = {
    label: row.title,
    ...(row.tip ? { help: row.tip } : {}),
    ...Object.fromEntries(choices.map(([value, label]) => [`options.${value}`, label])),
  }
  return { item: { id: row.id, group: row.group, field, words } }
}

/** A one-line text may be of the kind that its rule names. */
function ruledKind({ type, rule }: ItemRow, faults: ItemFaults): string {
  const named = rule.flatMap((each) => itemRules[each] ?? [])
  const [kind = type] = named
  if (named.length > 1 || (kind !== type && type !== 'string')) faults.rule = { code: 'itemRule', params: {} }
  return kind
}

/** `a=b` per line, each key once. */
function linesOf(text: string, place: string, faults: ItemFaults): [string, string][] {
  const pairs = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line): [string, string] => {
      const at = line.indexOf('=')
      return at < 0 ? ['', line] : [line.slice(0, at).trim(), line.slice(at + 1).trim()]
    })
  const wrong = pairs.find(([key, value], i) => key === '' || value === '' || pairs.findIndex(([other]) => other === key) !== i)
  if (wrong) faults[place] = { code: 'itemLine', params: { line: wrong.filter(Boolean).join('=') } }
  return pairs
}

/** Field keys that may be set when adding an item: those of its kind, except regular expressions. */
function keysOf(text: string, place: string, kind: Kind, faults: ItemFaults): Record<string, unknown> {
  const known = ['default', 'span', ...Object.keys(kind.options).filter((key) => key !== 'pattern' && key !== 'options')]
  const pairs = linesOf(text, place, faults)
  const strange = pairs.find(([key]) => !known.includes(key))
  if (strange) faults[place] ??= { code: 'itemKey', params: { why: `${strange[0]}: ${suggest(strange[0], known)}` } }
  return Object.fromEntries(pairs.map(([key, value]) => [key, cast(value)]))
}

/** What is said of an item line by line, as an object: `min=6` is `{ min: 6 }`. Of a text with a wrong line nothing. */
export function itemAttributes(text: string): Record<string, unknown> {
  const faults: ItemFaults = {}
  const pairs = linesOf(text, 'extend', faults)
  return Object.keys(faults).length > 0 ? {} : Object.fromEntries(pairs.map(([key, value]) => [key, cast(value)]))
}

/** The texts of `true`, `false` and numbers become those values. */
function cast(text: string): unknown {
  if (text === 'true' || text === 'false') return text === 'true'
  return /^-?\d{1,15}(\.\d{1,10})?$/.test(text) ? Number(text) : text
}
