import { createElement } from 'react'
import type { Crud } from '../../../../runtime/crud/crud.ts'
import type { FormModel } from '../../../../runtime/form/form.ts'
import type { Key, Row } from '../../../../runtime/rows.ts'
import { kindOf } from '../../../../schemas/kinds/index.ts'
import { holdsText } from '../../../../schemas/kinds/remoteSelect.ts'
import { actionOf } from '../../../../schemas/language/action/actionOf.ts'
import { addingActions, isBuiltIn } from '../../../../schemas/language/action/builtInActions.ts'
import { holds } from '../../../../schemas/language/condition/predicate.ts'
import { encodeValue } from '../../../../schemas/language/wire/codec.ts'
import { cellOf, plainColumn, renderCell } from '../../../cells/draw.ts'
import type { CellEnvironment, FieldRenderer, FormContext } from '../../../define.ts'
import { fields } from '../../../fields/index.ts'
import { unknownField } from '../../../fields/parts/UnknownField.tsx'
import { asks } from '../pressing.ts'
import { FieldValue } from './FieldValue.tsx'

/** What is entered, as rows write it. */
export function enteredIn({ fields, state }: FormModel): Row {
  return Object.fromEntries(fields.map((field) => [field.name, encodeValue(field, state.values[field.name])]))
}

/** How a form is sent; `label`: what its button says. */
interface FormSending {
  submit(): Promise<boolean>
  label?(): string | undefined
}

/** Everything the fields of a form share. `submit` sends it once the person has confirmed where the page asks for that */
export function createFormContext(
  crud: Crud,
  model: FormModel,
  env: CellEnvironment,
  { submit, label = () => undefined }: FormSending,
): FormContext {
  const own = ownAction(crud, model.action)
  const prefix = own ? `actions.${model.action}.fields` : 'fields'
  return {
    page: crud.page,
    model,
    t: crud.loaded.t,
    word: crud.loaded.find,
    wordsAt: (field) => `${prefix}.${field}`,
    control: controlOf,
    async submit() {
      const rows = model.ids.flatMap((key): Row[] => rowFor(crud, key))
      // What is done to all rows is reviewed first.
      const isAsked = own?.confirm && !model.all && (!own.confirmWhen || holds(own.confirmWhen, model.sight()))
      if (isAsked) {
        // The question names what the server has counted for just this form.
        const counting = actionOf(crud.page, own.name, 'run')?.preview ?? null
        const preview = counting === null ? {} : await crud.figures(counting, model)
        const { totalOf } = await import('../../../../runtime/crud/actions/named.ts')
        const total = totalOf(model, actionOf(crud.page, own.name, 'run')?.total ?? [])
        const asked = { entered: { ...enteredIn(model), preview, total }, yes: label() }
        if (preview === null || !(await asks(crud, model.action, rows, asked))) return false
      }
      return submit()
    },
    async options(name, { search, page, limit, values, signal, form = model.state.values }) {
      const answer = await crud.options(name, {
        action: optionsAction(model.action),
        search,
        page,
        limit,
        form,
        ...(values ? { values } : {}),
        ...(signal ? { signal } : {}),
      })
      const field = model.fields.find((f) => f.name === name)
      // Keys that are kept as text are text in the form, however the server sends them.
      return field && holdsText(field)
        ? { ...answer, list: answer.list.map((one) => ({ ...one, value: String(one.value) })) }
        : answer
    },
    show: (field, words, row) => createElement(FieldValue, { field, words, row, env }),
    lookup: ownAction(crud, model.action) ? undefined : lookupOf(crud, env),
    asset: env.asset,
    zone: env.zone,
    lang: env.lang,
    areas: env.areas,
    editor: env.editor,
  }
}

/** Rows that fields of the record name, each value drawn by the cell of its kind; other servers answer few of them. */
function lookupOf(crud: Crud, env: CellEnvironment): FormContext['lookup'] {
  if (!crud.savesViews && !crud.loaded.wire?.hasLookup) return undefined
  return {
    read: (relation, key, signal) => crud.lookup(relation, key, signal),
    draw(relation, name, row) {
      const field = crud.page.form.lookup[relation]?.shown[name] ?? null
      const cell = field ? kindOf(field).cell : 'text'
      return renderCell(cellOf(cell), { value: row[name], row, column: plainColumn(name, cell), field, env })
    },
  }
}

/** The page's own action of this name; undefined for adding and editing. */
export function ownAction(crud: Crud, name: string) {
  const action = crud.page.actions[name]
  return action && !isBuiltIn(action) ? action : undefined
}

function rowFor(crud: Crud, key: Key): Row[] {
  const row = crud.rowOf(key)
  return row ? [row] : []
}

/** A child or a copy is added with the rights and fields of `add`. */
function optionsAction(action: string): string {
  return addingActions.includes(action) ? 'add' : action
}

function controlOf(kind: string): FieldRenderer {
  return Object.hasOwn(fields, kind) ? ((fields as Record<string, FieldRenderer>)[kind] ?? unknownField) : unknownField
}
