import type { Field } from '../../../src/schemas/field.ts'
import { isObject } from '../../../src/schemas/isObject.ts'
import { isRowless } from '../../../src/schemas/language/action/builtInActions.ts'
import { encodeValue } from '../../../src/schemas/language/wire/codec.ts'
import { columnDefault } from '../../core/db/columns.ts'
import type { Row } from '../domain.ts'
import { readRecord, relatedRows } from '../read/read.ts'
import { namesRow, requestKey, requestKeys, requireWritable } from '../rows/key.ts'
import { versionOf } from '../rows/version.ts'
import { shownRow } from '../wire.ts'
import { type ActionCall, rowActionOf } from './call.ts'

/**
 * GET <call>?id=…: the record and the first values of the action's form, for anybody with the action's node. Of several rows (`ids`) no
 * record: what one of them holds is no first value for the others.
 */
export async function actionFormHandler(call: ActionCall): Promise<Row> {
  const { screen, action, ctx } = call
  const { page } = screen
  requireWritable(screen, ctx)
  const ofNew = page.form.actions.includes(action.name) && !namesRow(screen, ctx.query)
  const several = requestKeys(screen, ctx.query.ids).length > 1
  if (ofNew || several || isRowless(page, action.name)) return { row: {}, values: formValues(call, await rowlessValues(call)) }
  const { model, wire } = await readRecord(screen, ctx, requestKey(screen, ctx.query), { purpose: 'info', scope: 'edit' })
  const values: Row = {}
  for (const field of Object.values(action.fields)) {
    const same = page.fields[field.name]
    if (field.from) values[field.name] = await relatedRows(screen, ctx.read, { relation: field.from }, model)
    else
      values[field.name] =
        same && !same.secret && !same.mask && Object.hasOwn(model, field.name) ? model[field.name] : columnDefault(field)
  }
  Object.assign(values, await rowActionOf(call).prepare?.({ ctx, db: ctx.read, page, action, row: model }))
  return { row: { ...wire, _version: versionOf(screen, model) }, values: formValues(call, values) }
}

/** The first values of a form that is about no row, or about several. */
export async function rowlessValues(call: ActionCall): Promise<Row> {
  const { screen, action, ctx } = call
  const values = Object.fromEntries(Object.values(action.fields).map((field) => [field.name, columnDefault(field)]))
  const prepared = await rowActionOf(call).prepare?.({ ctx, db: ctx.read, page: screen.page, action, row: {} })
  return { ...values, ...prepared }
}

/** Wire form of the first values of the action's form. */
export function formValues({ action }: Pick<ActionCall, 'action'>, values: Readonly<Row>): Row {
  return Object.fromEntries(Object.values(action.fields).map((field) => [field.name, formValue(field, values[field.name])]))
}

function formValue(field: Field, value: unknown): unknown {
  if (!field.fields || !Array.isArray(value)) return encodeValue(field, value)
  return value.map((row) => shownRow(field.fields ?? {}, isObject(row) ? row : {}))
}
