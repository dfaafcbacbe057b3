import type { Crud } from '../../../../runtime/crud/crud.ts'
import type { FormModel } from '../../../../runtime/form/form.ts'
import { actionOf } from '../../../../schemas/language/action/actionOf.ts'
import type { Form } from '../../../../schemas/language/form/form.ts'
import { type FormView, useFormView } from '../../../form/formView.ts'
import { Button } from '../../../ui/Button.tsx'
import { useValue } from '../../../useValue.ts'
import { titleOf } from '../rowActions.ts'
import { ownAction } from './formContext.ts'

/** What can be asked about what is entered in a form, before it is saved; in that of an action, before it is done. */
export function FormActions({ crud, model, view }: { crud: Crud; model: FormModel; view: FormView }) {
  const { tab } = useFormView(view)
  const loading = useValue(model.state, (s) => s.loading)
  // A copy is not the row it began with.
  const preview = actionOf(crud.page, model.action, 'run')?.preview
  const ids = model.action === 'edit' || preview ? model.ids : []
  const names = ownAction(crud, model.action) ? [preview ?? []].flat() : actionsOn(crud.page.form, tab, view)
  return names
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

/** Those of the whole form, and those of the tab in front. Another server's form may not have that tab. */
function actionsOn({ actions, actionTabs }: Form, tab: string, { tabs }: FormView): string[] {
  return actions.filter((name) => {
    const own = actionTabs[name]
    return own === undefined || own === tab || !tabs.includes(own)
  })
}
