import type { Condition } from '../../condition.ts'
import type { Field, FieldWhen } from '../../field.ts'
import { isObject } from '../../isObject.ts'
import { findKind, kindNames } from '../../kinds/index.ts'
import { CodecError, type Kind } from '../../kinds/kind.ts'
import { type ConditionScope, parseCondition } from '../condition/condition.ts'
import { type Issue, issueAt, suggest } from '../issue.ts'
import { type Path, type Place, refuse, within } from '../place.ts'
import { liftSource } from './liftSource.ts'
import { checkMost, checkSum } from './numberChecks.ts'
import { parseStore } from './parseStore.ts'
import { meantKind, readField } from './readField.ts'
import { isKept } from './virtual/compute.ts'
import { parseVirtual } from './virtual/virtualKinds.ts'

/** Names of fields. */
export const plainName = /^[a-zA-Z_][a-zA-Z0-9_]{0,62}$/

/** The same of columns of other systems, in any script and of several words; ` as ` would be read as SQL. */
export const columnName = /^(?!.* as )[\p{L}_](?:[\p{L}\p{M}\p{N}_]| (?=\S)){0,62}$/iu

/** Parses one field, without its `when` (that needs all fields: see `parseWhens`). */
export function parseField(name: string, json: unknown, path: Path, issues: Issue[]): Field | undefined {
  const kindName = isObject(json) ? json.kind : undefined
  const kind = typeof kindName === 'string' ? findKind(kindName) : undefined
  if (!columnName.test(name)) issues.push(issueAt(path, 'a field name is a letter, then letters, digits and _'))
  if (typeof kindName !== 'string' || !kind) {
    if (typeof kindName === 'string')
      issues.push(issueAt([...path, 'kind'], `no such kind "${kindName}"`, suggest(kindName, kindNames)))
    else issues.push(issueAt(path, 'a field needs a "kind"', `allowed: ${kindNames.join(', ')}`))
    // Parsed as the kind that was meant, so that columns and actions that name the field are not reported too.
    return isObject(json) ? parseField(name, { ...json, kind: meantKind(json) }, path, []) : undefined
  }
  const read = readField(kind, json, path, issues)
  if (!read) return undefined
  const virtual = parseVirtual(read.virtual, { at: [...path, 'virtual'], issues })
  const field = {
    ...(read as Partial<Field>),
    ...(virtual ? { virtual } : {}),
    name,
    kind: kindName,
    required: read.required === true,
    unique: read.unique === true,
    readOnly: read.readOnly === true || (virtual !== undefined && !isKept({ virtual })),
    writeOnce: read.writeOnce === true,
    secret: read.secret === true,
    nullable: read.nullable === true,
    index: read.index === true,
    store: null,
    when: {},
  } as Field
  liftSource(field, kind, path, issues)
  if (isObject(read.fields)) field.fields = parseRows(read.fields, path, issues)
  if (virtual === undefined)
    field.store = typeof read.store === 'string' ? parseStore(read.store, path, issues) : kind.store(field)
  liftLimits(field, kind, path, issues)
  normalise(field, kind, path, issues)
  checkRemote(field, path, issues)
  checkFixed(field, kind, path, issues)
  checkOptions(field, path, issues)
  checkState(field, kind, path, issues)
  checkSum(field, path, issues)
  if (Object.hasOwn(kind.options, 'event') && !field.event)
    issues.push(issueAt(path, 'missing "event": what the code is sent for'))
  if (kind.secret && !field.secret)
    issues.push(issueAt(path, `a field of kind "${field.kind}" must be "secret"`, 'add "secret": true'))
  return field
}

/** No value is chosen by two options, and all are of one type: a column has one. */
function checkOptions({ options = [] }: Field, path: Path, issues: Issue[]): void {
  const [first] = options
  for (const [i, { value }] of options.entries()) {
    const at = [...path, 'options', i, 'value']
    if (typeof value !== typeof first?.value)
      issues.push(
        issueAt(at, `${JSON.stringify(value)} is of another type than ${JSON.stringify(first?.value)}`, 'a field has one'),
      )
    else if (options.findIndex((each) => each.value === value) < i)
      issues.push(issueAt(at, `two options have the value ${JSON.stringify(value)}`, 'remove one of them'))
  }
}

/** The options of a state have a colour each; those of a type have none. */
function checkState({ options = [] }: Field, kind: Kind, path: Path, issues: Issue[]): void {
  const at = (i: number) => [...path, 'options', i, 'tag']
  const first = options.findIndex(({ tag }) => tag)
  if (first < 0) return
  if (kind.cell === 'tags') issues.push(issueAt(at(first), 'several options at once are no state', 'remove "tag"'))
  const bare = options.findIndex(({ tag }) => !tag)
  if (bare >= 0) issues.push(issueAt(at(bare), 'a state has a colour for each option', 'say "info", or remove all of them'))
}

/** Fields of a row of a subtable; their conditions are parsed with those around them. */
function parseRows(json: Record<string, unknown>, path: Path, issues: Issue[]): Record<string, Field> {
  const fields: Record<string, Field> = {}
  for (const [name, value] of Object.entries(json)) {
    const field = parseField(name, value, [...path, 'fields', name], issues)
    if (field) fields[name] = field
    if (field?.source) issues.push(issueAt([...path, 'fields', name, 'options'], 'rows inside a field have options of their own'))
  }
  return fields
}

/** Limits of dates and times are separate from those of numbers: they are texts, or "now". */
function liftLimits(field: Field, kind: Kind, path: Path, issues: Issue[]): void {
  for (const key of ['min', 'max'] as const) {
    const limit: unknown = field[key]
    if (kind.options[key] !== 'moment' || limit === undefined) continue
    delete field[key]
    try {
      const value = limit === 'now' ? 'now' : kind.fromWire(limit, field)
      if (typeof value !== 'string' && typeof value !== 'number') throw new CodecError('limit')
      field.limits = { ...field.limits, [key]: value }
    } catch (error) {
      if (!(error instanceof CodecError)) throw error
      issues.push(issueAt([...path, key], `${JSON.stringify(limit)} is neither "now" nor a value of kind "${field.kind}"`))
    }
  }
}

/** Limits and the default are written as the wire writes them (money: "0.00"); inside they are model values. */
function normalise(field: Field, kind: Kind, path: Path, issues: Issue[]): void {
  for (const key of ['min', 'max', 'default'] as const) {
    const value = field[key]
    if (value === undefined || (key !== 'default' && typeof value === 'number')) continue
    try {
      Object.assign(field, { [key]: kind.fromWire(value, field) })
    } catch (error) {
      if (!(error instanceof CodecError)) throw error
      issues.push(issueAt([...path, key], `${JSON.stringify(value)} is no value of kind "${field.kind}"`))
    }
  }
}

/** Only a field that holds several values can hold one always. */
function checkFixed(field: Field, kind: Kind, path: Path, issues: Issue[]): void {
  const at = field.options?.findIndex((option) => option.fixed) ?? -1
  if (at < 0 || Array.isArray(kind.empty)) return
  issues.push(
    issueAt(
      [...path, 'options', at, 'fixed'],
      'only a field that holds several options has one that is always chosen',
      'remove it',
    ),
  )
}

function checkRemote(field: Field, path: Path, issues: Issue[]): void {
  if (!Object.hasOwn(findKind(field.kind)?.options ?? {}, 'page')) return
  if (!field.page === !field.table) issues.push(issueAt(path, 'say where the choices come from: either "page" or "table"'))
  if (!field.show) issues.push(issueAt(path, 'missing "show": the field shown for a choice'))
}

/**
 * Parses the `when` of the fields named, once all that conditions may read (`fields`) are known, with those of rows inside; `parent` is the
 * row around these fields. Returns new fields.
 */
export function parseWhens(
  fields: Record<string, Field>,
  json: Record<string, unknown>,
  place: Place,
  { names = Object.keys(fields), parent }: { names?: readonly string[]; parent?: ConditionScope | undefined } = {},
): Record<string, Field> {
  const scope = fieldScope(fields, parent ? { parent } : {})
  const out: Record<string, Field> = {}
  for (const name of names) {
    const field = fields[name]
    if (!field) continue
    const own = json[name] as { when?: unknown; fields?: Record<string, unknown> } | undefined
    const at = within(place, name)
    const when = parseWhen(field, own?.when, scope, within(at, 'when'))
    checkMost(field, scope, [...at.at, 'most'], place.issues)
    const inner = field.fields && own?.fields
    const rows = inner ? parseWhens({ ...field.fields }, inner, within(at, 'fields'), { parent: scope }) : undefined
    out[name] = { ...field, when, ...(rows ? { fields: rows } : {}) }
  }
  return out
}

function parseWhen(field: Field, json: unknown, scope: ConditionScope, place: Place): FieldWhen {
  const own = isObject(json) ? json : {}
  const when: FieldWhen = {}
  for (const part of ['visible', 'required', 'disabled'] as const) {
    if (own[part] !== undefined) when[part] = parseCondition(own[part], scope, [...place.at, part], place.issues)
  }
  if (!isObject(own.options)) return when
  const values = (field.options ?? []).map((option) => String(option.value))
  const options: Record<string, Condition> = {}
  for (const [value, offered] of Object.entries(own.options)) {
    const inner = within(place, 'options', value)
    if (values.includes(value)) options[value] = parseCondition(offered, scope, inner.at, inner.issues)
    else if (values.length > 0) refuse(inner, `"${value}" is no option of "${field.name}"`, suggest(value, values))
  }
  if (values.length === 0) refuse(within(place, 'options'), `"${field.name}" has no options of its own`)
  return { ...when, options }
}

/**
 * Conditions may name these fields; values in them become model values of the field's kind. `parent` is the enclosing row; `related`
 * returns the fields of the rows of a relation of many, where a condition may read them.
 */
export function fieldScope(
  fields: Readonly<Record<string, Field>>,
  around: { parent?: ConditionScope; related?: (name: string) => Readonly<Record<string, Field>> | undefined } = {},
): ConditionScope {
  const names = Object.keys(fields)
  return {
    names,
    ...(around.parent ? { parent: around.parent } : {}),
    inside: (name) => {
      const rows = (Object.hasOwn(fields, name) ? fields[name]?.fields : undefined) ?? around.related?.(name)
      return rows && fieldScope(rows)
    },
    has: (name) => Object.hasOwn(fields, name),
    value: (name, json) => {
      const field = fields[name]
      if (!field) return { wrong: 'no such field' }
      if (json === null) return { wrong: 'null fails every comparison; write { "empty": true }' }
      if (field.secret) return { wrong: 'a secret field cannot be compared' }
      try {
        const value = findKind(field.kind)?.fromWire(json, field)
        if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return { value }
      } catch (error) {
        if (!(error instanceof CodecError)) throw error
      }
      const known = (field.options ?? []).map((o) => String(o.value))
      const near = known.length > 0 ? `: ${suggest(String(json), known)}` : ''
      return { wrong: `${JSON.stringify(json)} is no value of field "${name}" (${field.kind})${near}` }
    },
  }
}
