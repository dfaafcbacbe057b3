import { useEffect, useRef } from 'react'
import { valuesAround } from '../../../schemas/language/form/depends.ts'
import { listLimits } from '../../../schemas/language/wire/query.ts'
import type { FieldProps } from '../../define.ts'
import { useOfFields } from '../../form/useField.ts'
import type { RemoteOption, RemoteRequest } from '../../ui/pickers/remoteOptions.ts'

/** How a remote field asks the server for its choices, in the terms of the control. */
export function loadOf({ form, name, within = [] }: FieldProps) {
  // In a row of a subtable the field goes by the names of both: `lines.goods_id`.
  const path = [...within.filter((part) => typeof part === 'string'), name].join('.')
  return async (request: RemoteRequest): Promise<{ list: RemoteOption[]; total: number }> => {
    const { query, page, limit, initValue, signal } = request
    const { fields, state } = form.model
    const around = { form: valuesAround(fields, state.values, within) }
    const answer = await form.options(path, {
      ...around,
      search: query,
      page,
      limit,
      signal,
      ...(initValue ? { values: initValue } : {}),
    })
    return { list: [...answer.list], total: answer.total }
  }
}

const nothing: readonly string[] = []

/** Text that changes when a value changes on which the choices depend. */
export function useScope({ field, form, within = [] }: FieldProps): string {
  const { model } = form
  const { depends = nothing } = field
  // In a row of a subtable some of the values may be its own, which are in the subtable's.
  const [outer] = within
  const read = () => {
    if (depends.length === 0) return ''
    const values = valuesAround(model.fields, model.state.values, within)
    return depends.map((name) => JSON.stringify(values[name] ?? null)).join()
  }
  return useOfFields(model, typeof outer === 'string' ? [...depends, outer] : depends, read)
}

/** Chooses what the server calls usual whenever a value changes on which the choices depend; what a form opens with stays. */
export function useUsual(props: FieldProps): void {
  const scope = useScope(props)
  const known = useRef(scope)
  const latest = useRef(props)
  latest.current = props
  useEffect(() => {
    if (known.current === scope) return
    known.current = scope
    const abort = new AbortController()
    latest.current.onChange([])
    loadOf(latest.current)({ query: '', page: 1, limit: listLimits.max, signal: abort.signal }).then(
      ({ list }) => {
        if (!abort.signal.aborted) latest.current.onChange(list.filter(({ usual }) => usual).map(({ value }) => value))
      },
      () => undefined, // none is chosen, which the server takes for the usual ones; opening the choices tells what went wrong
    )
    return () => abort.abort()
  }, [scope])
}
