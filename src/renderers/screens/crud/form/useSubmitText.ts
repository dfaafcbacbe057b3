import { useCallback, useEffect, useState } from 'react'
import { namedIn, totalOf } from '../../../../runtime/crud/actions/named.ts'
import type { Crud } from '../../../../runtime/crud/crud.ts'
import type { FormModel } from '../../../../runtime/form/form.ts'
import type { Row } from '../../../../runtime/rows.ts'
import { actionOf } from '../../../../schemas/language/action/actionOf.ts'
import { interpolate } from '../../../../schemas/language/words.ts'
import { useValue } from '../../../useValue.ts'
import { enteredIn } from './formContext.ts'

/** Milliseconds without a change before the server counts again. */
const pause = 350

/** What the button of an action's form says, as its values are now; undefined where the action has no word for it, or a value is missing. */
export function useSubmitText(crud: Crud, model: FormModel): { text: string | undefined; now(): string | undefined } {
  const values = useValue(model.state, (s) => s.values)
  const counted = useCounted(crud, model, values)
  const now = useCallback(() => submitText(crud, model, counted), [crud, model, counted])
  return { text: now(), now }
}

/** The figures of the action's preview for the values of the form, where the button names them. */
function useCounted(crud: Crud, model: FormModel, values: FormModel['state']['values']): Row {
  const [counted, setCounted] = useState<{ of: unknown; row: Row }>({ of: null, row: {} })
  const loading = useValue(model.state, (s) => s.loading)
  const preview = actionOf(crud.page, model.action, 'run')?.preview ?? null
  const isNamed = preview !== null && (wordOf(crud, model)?.includes('{preview.') ?? false)
  useEffect(() => {
    if (!isNamed || loading) return
    let wanted = true
    const timer = setTimeout(() => {
      void crud.figures(preview, model, true).then((row) => {
        if (wanted && row) setCounted({ of: values, row })
      })
    }, pause)
    return () => {
      wanted = false
      clearTimeout(timer)
    }
  }, [crud, model, preview, isNamed, loading, values])
  // What was counted for other values is not what would be done.
  return counted.of === values ? counted.row : nothingCounted
}

const nothingCounted: Row = {}

/** The word of the button: one, or that of the option chosen in the form. */
function wordOf(crud: Crud, { action: name, state }: FormModel): string | undefined {
  const by = actionOf(crud.page, name, 'run')?.submitBy ?? null
  return crud.loaded.find(by === null ? `actions.${name}.submit` : `actions.${name}.submit.${state.values[by]}`)
}

function submitText(crud: Crud, model: FormModel, preview: Row): string | undefined {
  const word = wordOf(crud, model)
  if (word === undefined) return undefined
  const action = crud.page.actions[model.action]
  const entered = Object.fromEntries(Object.entries(enteredIn(model)).filter(([name]) => model.state.fields[name]?.visible))
  const [key] = model.ids
  const row = (model.ids.length === 1 && key !== undefined ? crud.rowOf(key) : undefined) ?? {}
  const total = totalOf(model, actionOf(crud.page, model.action, 'run')?.total ?? [])
  const named = namedIn(row, { ...entered, preview }, { fields: action?.fields ?? {}, row: crud.page.fields })
  const params = { ...named, total, n: model.ids.length }
  const shown = Object.fromEntries(Object.entries(params).filter(([, value]) => !nothing.includes(value)))
  const text = interpolate(word, shown)
  return /\{[\w.]+\}/.test(text) ? undefined : text.replaceAll('¥-', '-¥')
}

/** Values that a button does not name. */
const nothing: readonly unknown[] = ['', 0, '0.00']
