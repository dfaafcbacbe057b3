import { useT } from '../../context.tsx'
import { defineField, type FieldProps } from '../../define.ts'
import { Icon } from '../../ui/Icon.tsx'

/** A field of a kind that only a newer server knows: it says so, and its value stays as it is. */
function UnknownControl({ id, field, describedBy }: FieldProps) {
  const t = useT()
  return (
    <span id={id} className="s-cell-error" aria-describedby={describedBy} title={`${field.name}: ${field.kind}`}>
      <Icon name="exclamation-triangle" />
      {t('ui.list.badValue')}
    </span>
  )
}

export const unknownField = defineField({ Control: UnknownControl, group: true })
