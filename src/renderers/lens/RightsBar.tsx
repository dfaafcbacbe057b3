import type { LensMatrix } from '../../schemas/api/lens.ts'
import { Button } from '../ui/Button.tsx'
import type { T } from './matrix.ts'
import { countsOf } from './rights.ts'
import type { Editing } from './useRights.ts'

/** Begins editing; while rights are edited, what would change, and how that is saved or given up. */
export function RightsBar({ t, matrix, editing }: { t: T; matrix: LensMatrix; editing: Editing }) {
  const { subjects } = matrix
  const { rights, changed, saving, error } = editing
  if (rights === null) {
    const [first] = subjects
    const canEdit = subjects.some(({ fixed }) => fixed === '')
    const reason = canEdit || !first ? {} : { reason: t(`lens.fixed.${first.fixed}`, { name: first.name }) }
    return (
      <Button size="small" icon="pencil" {...reason} onClick={editing.start}>
        {t('lens.edit.start')}
      </Button>
    )
  }
  return (
    <section className="l-edit" aria-label={t('lens.edit.start')}>
      <span role="status">
        {subjects
          .filter(({ fixed }) => fixed === '')
          .map((column) => t('lens.edit.changes', { name: column.name, ...countsOf(column, rights[column.key]) }))
          .join(' · ')}
      </span>
      <Button size="small" look="primary" loading={saving} disabled={!changed} onClick={() => void editing.save()}>
        {t('lens.edit.save')}
      </Button>
      <Button size="small" icon="undo" disabled={editing.undo === null || saving} onClick={() => editing.undo?.()}>
        {t('lens.edit.undo')}
      </Button>
      <Button size="small" disabled={saving} onClick={() => void editing.discard()}>
        {t('lens.edit.end')}
      </Button>
      {error !== '' && (
        <p role="alert" className="k-error">
          {error}
        </p>
      )}
    </section>
  )
}
