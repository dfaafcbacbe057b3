import type { Crud } from '../../../../runtime/crud/crud.ts'
import { Field } from '../../../ui/inputs/Field.tsx'
import { RemoteSelect } from '../../../ui/pickers/RemoteSelect.tsx'

export interface ImportTargetProps {
  crud: Crud
  /** The field whose choices are the lists. */
  field: string
  value: string | null
  onChange(target: { page: string; title: string } | null): void
}

/** Asks for the list that a file is for. */
export function ImportTarget({ crud, field, value, onChange }: ImportTargetProps) {
  return (
    <div className="s-import-target">
      <Field label={crud.loaded.t('ui.import.target')} required>
        {(control) => (
          <RemoteSelect
            {...control}
            value={value}
            onChange={(_, [chosen]) => onChange(chosen ? { page: String(chosen.value), title: chosen.label } : null)}
            load={async ({ query, page, limit, initValue, signal }) => {
              const asked = { action: 'index', search: query, page, limit, signal, ...(initValue ? { values: initValue } : {}) }
              const { list, total } = await crud.options(field, asked)
              return { list: [...list], total }
            }}
            autoFocus
          />
        )}
      </Field>
    </div>
  )
}
