import type { Field } from '../../src/schemas/field.ts'
import { kindOf } from '../../src/schemas/kinds/index.ts'
import { CodecError } from '../../src/schemas/kinds/kind.ts'
import { isWriting, type WritingAction } from '../../src/schemas/language/action/action.ts'
import {
  type EffectValue,
  formFields,
  type LogEffect,
  logTarget,
  type NotifyEffect,
  rowFields,
} from '../../src/schemas/language/action/effects.ts'
import type { Entity } from '../../src/schemas/language/entity/entity.ts'
import { suggest } from '../../src/schemas/language/issue.ts'
import type { Page } from '../../src/schemas/language/page.ts'
import type { Known, Path, Report, Rule } from './check.ts'
import { valueFault } from './values.ts'

/** What actions leave behind as data: the table of a log, values that its fields take, the node of a notice. */
export const effects: Rule = {
  name: 'effects',
  why: '',
  page: (page, report, known) => {
    for (const action of Object.values(page.actions).filter(isWriting)) {
      const at: Path = ['actions', action.name]
      const writing: Writing = { page, action, report }
      for (const [name, value] of Object.entries(action.set ?? {})) {
        const field = page.fields[name]
        if (field) checkValue(writing, field, value, [...at, 'set', name])
      }
      if (action.log) checkLog(writing, action.log, [...at, 'log'], known)
      if (action.notify) checkNotify(action.notify, [...at, 'notify'], report, known)
    }
  },
}

/** An action whose effects are checked. */
interface Writing {
  page: Page
  action: WritingAction
  report: Report
}

function checkLog(writing: Writing, log: LogEffect, at: Path, { schema: { entities } }: Known): void {
  const { page, report } = writing
  const target = logTarget(page.entity, log)
  if (!target) return
  const entity = entities.get(target.table)
  if (!entity) {
    const names = [...entities.keys()]
    if (log.table !== undefined) report([...at, 'table'], `no such table "${target.table}"`, suggest(target.table, names))
    return
  }
  if (target.table === page.entity.table) {
    report(at, 'a log is kept in another table than its rows')
    return
  }
  const open = Object.fromEntries(Object.entries(entity.fields).filter(([, field]) => isWritable(entity, field)))
  for (const [name, value] of Object.entries(log.values)) {
    const place = [...at, 'values', name]
    const field = open[name]
    if (!field) report(place, `the table "${target.table}" has no field "${name}" to write`, suggest(name, Object.keys(open)))
    else if (name === target.foreignKey) report(place, `"${name}" is filled in by the relation`, 'remove it')
    else checkValue(writing, field, value, place)
  }
  const missing = Object.values(open).filter(
    ({ name, required, default: value }) =>
      required && value === undefined && name !== target.foreignKey && !Object.hasOwn(log.values, name),
  )
  if (missing.length > 0)
    report([...at, 'values'], `required in "${target.table}" and not written: ${missing.map(({ name }) => name).join(', ')}`)
}

/** Does it have a column that an effect may write? Not the key, which the table generates, and no secret. */
function isWritable(entity: Entity, field: Field): boolean {
  const isKey = field.name === entity.key || entity.keyParts?.includes(field.name)
  return field.store !== null && !field.virtual && !field.link && !field.secret && !isKey
}

function checkNotify(notify: NotifyEffect, at: Path, report: Report, { schema }: Known): void {
  const nodes = schema.menus.admin.flatMap(({ name, buttons }) => (buttons ?? []).map((button) => `${name}/${button}`))
  if (!nodes.includes(notify.node))
    report([...at, 'node'], `no menu rule of administrators has the node "${notify.node}"`, suggest(notify.node, nodes))
}

/** Does the field take the value, as it is or as it is in the field that it comes from? */
function checkValue({ page, action, report }: Writing, field: Field, value: EffectValue, at: Path): void {
  if (value === null) return
  if (typeof value !== 'object') {
    try {
      const wrong = valueFault(field, kindOf(field).fromWire(value, field))
      if (wrong) report(at, `${JSON.stringify(value)} ${wrong} of "${field.name}"`)
    } catch (error) {
      if (!(error instanceof CodecError)) throw error
      report(at, `${JSON.stringify(value)} is no value of field "${field.name}" (${field.kind})`)
    }
    return
  }
  if ('actor' in value && !(value.actor === 'id' ? isWhole(field) : isText(field)))
    report([...at, 'actor'], `the field "${field.name}" (${field.kind}) cannot hold the ${value.actor} of the person who acts`)
  const from = 'form' in value ? formFields(action)[value.form] : 'row' in value ? rowFields(page.fields)[value.row] : undefined
  if (from && field.required && field.default === undefined && !from.required && from.name !== page.entity.key)
    report([...at, 'form' in value ? 'form' : 'row'], `the field "${field.name}" is required and "${from.name}" may be empty`)
  else if (from && !fits(from, field))
    report(
      [...at, 'form' in value ? 'form' : 'row'],
      `the field "${field.name}" (${field.kind}) does not take every value of "${from.name}" (${from.kind})`,
    )
}

/** Is every value of the one a value of the other: a text in any text that is as long, a key in any whole number, else of one kind? */
function fits(from: Field, to: Field): boolean {
  if (isText(to)) return isTextual(from) && roomOf(from) <= roomOf(to)
  if (isKey(from) && isWhole(to)) return true
  const choices = from.options?.map(({ value }) => value) ?? []
  const inOptions = !to.options || (from.options && choices.every((value) => to.options?.some((each) => each.value === value)))
  return from.kind === to.kind && from.store?.type === to.store?.type && roomOf(from) <= roomOf(to) && inOptions === true
}

const textTypes: ReadonlySet<string | undefined> = new Set(['varchar', 'char', 'text'])
const wholeTypes: ReadonlySet<string | undefined> = new Set(['integer', 'bigint'])

function isTextual({ store }: Field): boolean {
  return textTypes.has(store?.type)
}

/** A text that may say anything. */
function isText(field: Field): boolean {
  const schema = kindOf(field).schema(field)
  return isTextual(field) && !field.options && !('pattern' in schema || 'format' in schema || 'enum' in schema)
}

/** A number that only counts or names: an amount is no such number. */
function isWhole(field: Field): boolean {
  return wholeTypes.has(field.store?.type) && (isKey(field) || kindOf(field).toWire(1, field) === 1)
}

/** The key of a row, its own or another's. */
function isKey({ page, table, name }: Field): boolean {
  return page !== undefined || table !== undefined || name === 'id'
}

function roomOf({ store }: Field): number {
  return store?.length ?? Number.POSITIVE_INFINITY
}
