import type { Crud } from '../../../runtime/crud.ts'
import type { FormModel } from '../../../runtime/form.ts'
import { Button } from '../../ui/Button.tsx'
import { useValue } from '../../useValue.ts'
import { titleOf } from './rowActions.ts'

/** What can be asked about what is entered in a form, before it is saved. */
export function FormActions({ crud, model }: { crud: Crud; model: FormModel }) {
  const loading = useValue(model.state, (s) => s.loading)
  // A copy is not the row it began with.
  const ids = model.action === 'edit' ? model.ids : []
  return crud.page.form.actions
    .filter((name) => crud.can(name, model.state.record ?? undefined).visible)
    .map((name) => (
      <Button
        key={name}
        icon={crud.page.actions[name]?.icon}
        disabled={loading}
        onClick={() => void crud.ask(name, ids, model)}
        data-form-action
      >
        {titleOf(crud, name)}
      </Button>
    ))
}
