import type { Draft, Finding } from '../../schemas/api/designer.ts'
import { useSorted, useZone } from '../ui/display/Sorting.tsx'
import { Icon } from '../ui/Icon.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { type DraftField, removeField, wordOf } from './model/draft.ts'
import type { Edit } from './model/history.ts'
import { kindLabel } from './model/starters.ts'
import type { Say } from './say.ts'

interface CanvasProps {
  t: Say
  draft: Draft
  fields: readonly DraftField[]
  findings: readonly Finding[]
  chosen: string | null
  onChoose(name: string | null): void
  onEdit: Edit
}

/** The fields in their order, dragged by mouse or with Space and the arrow keys; the order is that of the list and the form too. */
export function Canvas(props: CanvasProps) {
  const { t, fields } = props
  const { ref, isOver } = useZone()
  return (
    <section ref={ref} className="d-canvas" aria-label={t('designer.fields')} data-over={isOver ? '' : undefined}>
      <h2>{t('designer.fields')}</h2>
      {fields.length === 0 && <p className="d-hint">{t('designer.noFields')}</p>}
      <ol className="d-fields">
        {fields.map((field) => (
          <OneField key={field.name} field={field} {...props} />
        ))}
      </ol>
    </section>
  )
}

function OneField({ field, t, draft, findings, chosen, onChoose, onEdit }: CanvasProps & { field: DraftField }) {
  const { name, kind } = field
  const label = wordOf(draft, t('designer.lang') === 'en' ? 'en' : 'zh-cn', ['fields', name, 'label']) || name
  const { ref, away, transition, isDragging, isBehind, handle } = useSorted(name, t('designer.move', { field: label }))
  const count = findings.filter(({ path, severity }) => path[0] === 'fields' && path[1] === name && severity === 'error').length
  const style = { transform: away ? `translateY(${away.y}px)` : undefined, transition }
  return (
    <li
      ref={ref}
      className="d-field"
      style={style}
      data-held={isDragging ? '' : undefined}
      data-behind={isBehind ? '' : undefined}
      data-chosen={chosen === name ? '' : undefined}
    >
      {handle}
      <button type="button" className="d-field-name" aria-pressed={chosen === name} onClick={() => onChoose(name)}>
        <span>{label}</span> <code>{name}</code> <span className="d-kind">{kindLabel(t, kind)}</span>
        {count > 0 && (
          <span className="d-wrong">
            <Icon name="exclamation-circle" /> {t('designer.errors', { count })}
          </span>
        )}
      </button>
      <IconButton
        icon="trash"
        label={t('designer.remove', { field: label })}
        onClick={() => {
          onEdit(removeField(draft, name))
          onChoose(null)
        }}
      />
    </li>
  )
}
