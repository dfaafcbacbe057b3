import { useCallback, useSyncExternalStore } from 'react'
import type { FieldNow } from '../../runtime/form/fieldStore.ts'
import type { FormModel } from '../../runtime/form/form.ts'

/** What a field of a form holds and how it is; drawn again in the same event, as controlled inputs need it, and for this field only. */
export function useField(model: FormModel, name: string): FieldNow {
  return useOfField(model, name, (field) => field)
}

/** A part of that, by which it is drawn again. */
export function useOfField<Part>(model: FormModel, name: string, select: (field: FieldNow) => Part): Part {
  const listen = useCallback((changed: () => void) => model.listen(name, changed), [model, name])
  const read = () => select(model.field(name))
  return useSyncExternalStore(listen, read, read)
}

/** What is read from some fields of a form (a text or a number), drawn again when one of these is another. */
export function useOfFields<Read extends string | number | undefined>(
  model: FormModel,
  names: readonly string[],
  read: () => Read,
): Read {
  const all = names.join()
  const listen = useCallback(
    (changed: () => void) => {
      const stops = all === '' ? [] : all.split(',').map((name) => model.listen(name, changed))
      return () => {
        for (const stop of stops) stop()
      }
    },
    [model, all],
  )
  return useSyncExternalStore(listen, read, read)
}
