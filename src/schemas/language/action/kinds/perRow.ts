import * as z from 'zod/mini'
import { type Issue, issueAt, suggest } from '../../issue.ts'
import type { Path } from '../../place.ts'
import { readShape } from '../../shape.ts'
import { actionsOf } from '../actionOf.ts'
import { type ActionBase, type ActionKind, type ActionPage, parseBase } from '../base.ts'
import { checkEffects, type Effects, effectsOfRow, effectWords, parseEffects, writingKeys } from '../effects.ts'

/** Does something to each of the chosen rows, with values of its own: its form has one line for each. */
export interface PerRowAction extends ActionBase, Effects {
  type: 'perRow'
  /** The subtable of its form that has one line for each chosen row. */
  perRow: string
  /** Of several lines those that can be done are done, and the others reported; else all or none. */
  allowPartial: boolean
}

const keys = {
  ...writingKeys,
  perRow: z.optional(z.string()),
  allowPartial: z.optional(z.boolean()),
}

export const perRow: ActionKind<PerRowAction> = {
  keys,
  help: {
    perRow: 'The subtable of its form that has one line for each chosen row.',
    allowPartial: 'Do the lines that can be done and report the others; otherwise all or none.',
  },
  writes: true,
  parse(json, place) {
    const read = readShape(z.strictObject(keys), json, place.at, place.issues)
    if (!read) return undefined
    if (read.perRow === undefined) place.issues.push(issueAt(place.at, `"${place.name}" has no lines`, 'add "perRow"'))
    return {
      ...parseBase(read, place),
      type: 'perRow',
      ...parseEffects(read, place),
      perRow: read.perRow ?? '',
      allowPartial: read.allowPartial ?? false,
    }
  },
  check(page, issues) {
    checkLines(page, issues)
    checkEffects(actionsOf(page, 'perRow'), page, issues)
  },
  words: effectWords,
  ofRow: effectsOfRow,
}

/** One line for each chosen row: a subtable of the action's form whose lines carry the row's key, in an action of chosen rows. */
function checkLines(page: ActionPage<PerRowAction>, issues: Issue[]): void {
  const { table, entity } = page
  const key = entity.key ?? 'id'
  for (const { name, perRow: lines, fields } of actionsOf(page, 'perRow')) {
    const at: Path = ['actions', name]
    const subtables = Object.values(fields).flatMap((field) => (field.fields ? [field.name] : []))
    const inLine = fields[lines]?.fields
    if (lines === '') continue
    if (!inLine)
      issues.push(issueAt([...at, 'perRow'], `no such subtable "${lines}" in the action's fields`, suggest(lines, subtables)))
    else if (!inLine[key]?.readOnly)
      issues.push(issueAt([...at, 'fields', lines, 'fields'], `a line needs the key of its row: a field "${key}", read-only`))
    else if (key !== 'id') Object.assign(fields[lines] ?? {}, { rowKey: key })
    if (table.row.includes(name) || !table.bulk.includes(name))
      issues.push(issueAt([...at, 'perRow'], `"${name}" is about chosen rows`, 'name it in "bulk" alone'))
  }
}
