import { isDeepStrictEqual } from 'node:util'
import type { Field } from '../../../src/schemas/field.ts'
import { conditionFields } from '../../../src/schemas/language/condition/condition.ts'
import { holds } from '../../../src/schemas/language/condition/predicate.ts'
import { dependsIn } from '../../../src/schemas/language/form/depends.ts'
import { actorOf, type Context, can } from '../../core/context.ts'
import { columnDefault, isStored } from '../../core/db/columns.ts'
import type { Writer } from '../../core/db/connect.ts'
import type { Key } from '../../core/db/rowKey.ts'
import { insertRow, updateRow } from '../../core/db/rows.ts'
import { Refused } from '../../core/refuse.ts'
import { copyFromLookups } from '../choices/copies.ts'
import type { Row, SaveInput } from '../domain.ts'
import { keepMasked } from '../read/reveal.ts'
import { addKept, lockGuarded, refuseByRule } from '../rows/guard.ts'
import { requestKey, requireWritable } from '../rows/key.ts'
import { sealColumns } from '../rows/sealed.ts'
import type { ScreenAccess } from '../screen/access.ts'
import type { Screen } from '../screen/screen.ts'
import { admitUnique } from '../search/searchPolicy.ts'
import { validateChoices } from '../validate/chosen.ts'
import { readableError, refuseInvalid } from '../validate/refusal.ts'
import { validateParent } from '../validate/treeRules.ts'
import { databaseErrors, validateUnique } from '../validate/unique.ts'
import { type ValidationErrors, validateFields } from '../validate/validate.ts'
import { checkValues } from '../valueChecks.ts'
import { readBody, writableFields } from './body.ts'
import { writeLinks } from './links.ts'
import { mergeMeanwhile } from './merge.ts'
import { changedValues, unchangedFields } from './unchanged.ts'

/** What was saved: the key of the row, and the fields that others changed since it was read, which stay as they are. */
export interface Saved {
  key: Key | null
  merged: readonly string[]
}

/** The same, for who needs the key only. */
export async function save(screen: Screen, ctx: Context, trx: Writer, mode: 'add' | 'edit'): Promise<Key | null> {
  return (await saveMerged(screen, ctx, trx, mode)).key
}

/** POST add and POST edit inside a transaction. All errors are reported at once, at their fields. */
export async function saveMerged(screen: Screen, ctx: Context, trx: Writer, mode: 'add' | 'edit'): Promise<Saved> {
  requireWritable(screen, ctx)
  const body = screen.hooks.receive?.(ctx, ctx.body, mode) ?? ctx.body
  const key = mode === 'edit' ? requestKey(screen, body) : null
  const before = key === null ? null : await readBefore({ screen, ctx, db: trx }, key)
  const { input, found, merged } = await readInput({ screen, ctx, db: trx }, { mode, body, before })
  const all = await validate(screen, input, key, found)
  refuseInvalid(ctx, { page: screen.page, prefix: 'fields' }, all)
  await screen.hooks.beforeSave?.(input)
  return { key: await write(screen, input, key), merged }
}

/** A body that is to be saved, read into values, what is wrong with its fields by themselves, and what others changed meanwhile. */
export async function readInput(
  { screen, ctx, db: trx }: ScreenAccess<Writer>,
  { mode, body, before }: Pick<SaveInput, 'mode' | 'body' | 'before'>,
): Promise<{ input: SaveInput; found: ValidationErrors; merged: readonly string[] }> {
  const { values, found } = readBody(screen, ctx, body, before)
  const merged = before ? mergeMeanwhile(screen, { before, values, found, version: body._version }) : []
  const unchanged = unchangedFields(screen, body, values, before)
  // What was there before is no fault of who saves it.
  for (const name of Object.keys(unchanged)) delete found[name]
  Object.assign(
    found,
    keepMasked(screen, values, before),
    checkFieldPermissions(screen, ctx, changedValues(values, unchanged), before),
  )
  await copyFromLookups(screen, trx, values)
  keepDisabled(screen, ctx, values, before)
  return { input: { ctx, trx, page: screen.page, mode, before, values, body, unchanged }, found, merged }
}

/** The row to be edited, locked, with the lists linked to it; in a state in which it may be edited. */
async function readBefore(access: ScreenAccess<Writer>, key: Key): Promise<Row> {
  const { screen, ctx, db: trx } = access
  const action = screen.page.actions.edit
  const [before] = await lockGuarded(screen, ctx, trx, { keys: [key], purpose: 'edit', action })
  if (!before) throw new Refused('crud.notFound')
  await addKept(access, before)
  const own = screen.rowActions[`${screen.page.id}.edit`]
  if (action) await refuseByRule(own, { ctx, trx, page: screen.page, action, row: before, values: {} })
  return before
}

/** A field that is disabled for the record as it would be keeps what it had: the form only shows it. */
export function keepDisabled(screen: Screen, ctx: Context, values: Row, before: Row | null): void {
  const record = { ...before, ...values }
  for (const name of Object.keys(values)) {
    const disabled = screen.page.fields[name]?.when.disabled
    if (!disabled || !holds(disabled, { values: record, selfId: actorOf(ctx).id, now: ctx.now })) continue
    delete values[name]
  }
}

/** Fields that were changed by who does not hold their node. */
function checkFieldPermissions({ page }: Screen, ctx: Context, values: Row, before: Row | null): ValidationErrors {
  const found: ValidationErrors = {}
  for (const field of Object.values(page.fields)) {
    const { name, node } = field
    if (node === undefined || !Object.hasOwn(values, name) || can(actorOf(ctx), `${page.id}/${node}`)) continue
    if (!isDeepStrictEqual(values[name], before ? before[name] : columnDefault(field))) found[name] = { code: 'noNode' }
  }
  return found
}

/** Everything that is wrong with a record to be saved: its fields, the rules between them, what others have already, what is chosen. */
export async function validate(
  screen: Screen,
  input: SaveInput,
  key: Key | null,
  found: ValidationErrors,
): Promise<ValidationErrors> {
  const { ctx, trx, before, unchanged = {} } = input
  const record: Row = { ...before, ...input.values }
  const values = changedValues(input.values, unchanged)
  const fields = validatedFields(screen, input, record)
  const env = { selfId: actorOf(ctx).id, now: ctx.now }
  const all: ValidationErrors = { ...validateFields({ fields, record, before, ...env }), ...found }
  for (const [i, rule] of screen.page.check.entries()) {
    const names = conditionFields(rule)
    const isTouched = before === null || names.some((name) => Object.hasOwn(values, name))
    if (!isTouched || holds(rule, { values: record, ...env })) continue
    const text = ctx.schema.words.text(ctx.lang, screen.page.id, `check.${i}`)
    all[names[0] ?? ''] ??= { code: 'rule', params: { rule: text } }
  }
  // "Already taken" reveals a masked value: say it only where the record could be saved, and limit how often.
  if (Object.keys(all).length === 0) await admitUnique(screen, ctx, values)
  const masked = Object.keys(all).length === 0
  const unique = input.together ? {} : await validateUnique(trx, screen, key, { values, record, masked })
  Object.assign(all, { ...unique, ...all })
  const chosen = { fields, among: screen.page.fields, record, before }
  Object.assign(all, await validateChoices({ screen, ctx, db: trx }, chosen, all))
  Object.assign(all, { ...(await checkValues(ctx, trx, { fields, values, before })), ...all })
  const tree = screen.entity.tree
  const parent = tree ? values[tree.parent] : undefined
  if (tree && parent && !all[tree.parent]) {
    const wrong = await validateParent(trx, screen.entity, key, parent as Key)
    if (wrong) all[tree.parent] = wrong
  }
  return { ...((await screen.hooks.validate?.(input)) ?? {}), ...all }
}

/**
 * When adding: every writable field. When editing: the posted ones, and empty ones that a posted value may have made required; a switch
 * in the list is not blocked by errors that the record had before.
 */
function validatedFields(screen: Screen, { mode, values, unchanged = {} }: SaveInput, record: Row): Field[] {
  const posted = (name: string) => Object.hasOwn(values, name) && !Object.hasOwn(unchanged, name)
  return Object.values(writableFields(screen, mode)).filter((field) => {
    if (mode === 'add' || posted(field.name) || dependsIn(field).some(posted)) return true
    const { required } = field.when
    const value = record[field.name]
    const isEmpty = value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
    return isEmpty && required !== undefined && conditionFields(required).some(posted)
  })
}

async function write(screen: Screen, input: SaveInput, key: Key | null): Promise<Key | null> {
  const { ctx, trx, values } = input
  const { entity } = screen
  const columns = await columnsOf(screen, input)
  let written = key
  try {
    if (key === null) written = await insertRow(trx, entity, columns, ctx.now)
    else if (isChanged(screen, input)) await updateRow(trx, { entity, key }, columns, ctx.now)
  } catch (error) {
    refuseInvalid(ctx, { page: screen.page, prefix: 'fields' }, databaseErrors(error, screen, values))
    throw await readableError(error, { ctx, screen, values: columns })
  }
  if (written !== null) {
    for (const field of screen.links) {
      const list = values[field.name]
      if (field.link && Array.isArray(list)) await writeLinks(trx, ctx, { link: field.link, key: written }, list)
    }
    await screen.hooks.afterSave?.({ ...input, key: written })
  }
  return written
}

/** The columns that are written, as they are stored. */
export async function columnsOf(screen: Screen, input: SaveInput): Promise<Row> {
  const { ctx, mode } = input
  const { entity } = screen
  const columns = await sealColumns(ctx.services.secretBox, entity.table, entity.fields, writtenColumns(screen, input))
  if (mode === 'add' && entity.owner && columns[entity.owner] === undefined) columns[entity.owner] = actorOf(ctx).id
  return columns
}

/** Values of the columns that are written: when editing only those that change. */
function writtenColumns(screen: Screen, { mode, before, values, unchanged = {} }: SaveInput): Row {
  const { entity } = screen
  const columns: Row = {}
  for (const [name, value] of Object.entries(changedValues(values, unchanged))) {
    if (!isColumn(screen, name) || (before && isDeepStrictEqual(value, before[name]))) continue
    // Tables of other systems: an emptied text of a column that may be NULL is NULL, and a new row takes their defaults.
    const said = entity.external && value === '' && entity.fields[name]?.nullable ? null : value
    if (mode === 'edit' || !entity.external || (said !== null && said !== undefined)) columns[name] = said
  }
  return columns
}

/** A form that is saved as it was opened writes nothing, not even the time. What hooks keep of computed fields is theirs to compare. */
function isChanged(screen: Screen, { before, values, unchanged = {} }: SaveInput): boolean {
  const isTheirs = (name: string) => screen.entity.fields[name]?.virtual !== undefined
  return Object.entries(changedValues(values, unchanged)).some(
    ([name, value]) => !isTheirs(name) && !isDeepStrictEqual(value, before?.[name]),
  )
}

/** Hooks may add columns that no form writes. */
function isColumn(screen: Screen, name: string): boolean {
  const field = screen.entity.fields[name]
  return field !== undefined && isStored(field)
}
