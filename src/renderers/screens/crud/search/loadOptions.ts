import type { Crud } from '../../../../runtime/crud/crud.ts'
import type { RemoteSelectProps } from '../../../ui/pickers/RemoteSelect.tsx'

/** Reads the choices of a filter by rows of another table. */
export function loadOptions(crud: Crud, field: string): RemoteSelectProps['load'] {
  return ({ query, page, limit, initValue, signal }) =>
    crud.options(field, {
      action: 'index',
      search: query,
      page,
      limit,
      signal,
      ...(initValue ? { values: initValue } : {}),
    })
}
