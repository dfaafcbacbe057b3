import { momentText } from '../../../runtime/crud/actions/meanwhile.ts'
import { isKept } from '../../../runtime/form/drafts.ts'
import type { FormModel } from '../../../runtime/form/form.ts'
import type { FormContext } from '../../define.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { useValue } from '../../useValue.ts'
import type { DraftOffer } from './useDraft.ts'
import './draft.css'

interface DraftBarProps {
  model: FormModel
  offer: DraftOffer
  t: FormContext['t']
}

/** Above a form: what was entered in it before and not saved is offered; and after a save that did not get through, that it is kept. */
export function DraftBar({ model, offer, t }: DraftBarProps) {
  const isUnsent = useValue(model.state, (state) => state.unsent && state.dirty)
  const { draft, restore, discard } = offer
  const isPartial = model.fields.some((field) => !field.readOnly && !isKept(field))
  const without = isPartial ? ` ${t('ui.draft.without')}` : ''
  return (
    <div role="status">
      {draft && (
        <div className="s-draft">
          <Icon name="history" />
          <p>
            {t('ui.draft.found', { time: momentText(draft.time, model.sight().now) })}
            {without}
          </p>
          <Button size="small" onClick={restore}>
            {t('ui.draft.restore')}
          </Button>
          <Button size="small" onClick={discard}>
            {t('ui.draft.discard')}
          </Button>
        </div>
      )}
      {isUnsent && (
        <p className="s-draft">
          <Icon name="info-circle" />
          {t('ui.draft.kept')}
          {without}
        </p>
      )}
    </div>
  )
}
