import { useEffect, useRef } from 'react'
import { CallError } from '../../../../runtime/callError.ts'
import type { Crud } from '../../../../runtime/crud/crud.ts'
import type { FormModel } from '../../../../runtime/form/form.ts'
import type { Field } from '../../../../schemas/field.ts'
import { useValue } from '../../../useValue.ts'

/** Milliseconds without a key before it is guessed. */
const pause = 250

/** Chooses what a text of the form means (the carrier of a tracking number) where it can mean one thing only, unless the person has chosen. */
export function useGuesses(crud: Crud, model: FormModel): void {
  const loading = useValue(model.state, (s) => s.loading)
  const field = model.fields.find(({ guessFrom }) => guessFrom !== undefined)
  const text = useValue(model.state, (s) => (field?.guessFrom === undefined ? '' : String(s.values[field.guessFrom] ?? '')))
  /** What the field held before anybody chose: its first value, then the last guess. */
  const unchosen = useRef<unknown>(undefined)
  useEffect(() => {
    if (!loading && field) unchosen.current = model.state.values[field.name]
  }, [loading, field, model])
  useEffect(() => {
    if (loading || !field || text.trim() === '') return
    const controller = new AbortController()
    const timer = setTimeout(() => {
      void guess(crud, model, { field, fits: text.trim(), signal: controller.signal }).then((value) => {
        const isChosen = model.state.values[field.name] !== unchosen.current
        if (value === undefined || isChosen || controller.signal.aborted) return
        unchosen.current = value
        model.set(field.name, value)
      })
    }, pause)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [crud, model, field, text, loading])
}

interface Guess {
  field: Field
  fits: string
  signal: AbortSignal
}

/** The one choice that fits; undefined where none or several do, or it cannot be asked for now. */
async function guess(crud: Crud, model: FormModel, { field, fits, signal }: Guess): Promise<unknown> {
  const query = { action: model.action, fits, limit: 2, form: model.state.values, signal }
  try {
    const { list } = await crud.options(field.name, query)
    return list.length === 1 ? list[0]?.value : undefined
  } catch (error) {
    if (error instanceof CallError) return undefined // said already; the person chooses
    throw error
  }
}
