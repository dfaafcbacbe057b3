import type { Crud } from '../../../../runtime/crud/crud.ts'
import type { Row } from '../../../../runtime/rows.ts'
import { Button } from '../../../ui/Button.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { titleOf } from '../rowActions.ts'
import type { Run } from '../useRun.ts'

/** What can be done with the chosen rows. */
export default function Bulk({ crud, run, names }: { crud: Crud; run: Run; names: readonly string[] }) {
  const { t } = crud.loaded
  const rows = crud.state.selection.map(crud.rowOf).filter((row): row is Row => row !== undefined)
  const actions = names.map((name) => {
    const action = crud.page.actions[name]
    const fit = rows.filter((row) => crud.can(name, row).visible)
    const first = rows[0] ? crud.can(name, rows[0]) : undefined
    const reason = first?.denied ?? t('ui.list.onlyWhen', { what: first?.why.join(t('ui.condition.and')) ?? '' })
    return {
      name,
      title:
        fit.length === rows.length
          ? titleOf(crud, name)
          : t('ui.list.someOf', { title: titleOf(crud, name), fit: fit.length, all: rows.length }),
      icon: action?.icon ?? 'bolt',
      reason: fit.length === 0 ? reason : undefined,
      onClick: () => run(name, fit),
    }
  })
  return (
    <BulkBar
      text={t('ui.list.selected', { n: rows.length })}
      actions={actions}
      clearLabel={t('ui.list.clearSelection')}
      onClear={() => crud.select([])}
    />
  )
}

interface BulkBarProps {
  text: string
  actions: readonly { name: string; title: string; icon: string; reason: string | undefined; onClick(): void }[]
  clearLabel: string
  onClear(): void
}

/** Replaces the tools while rows are selected. */
function BulkBar({ text, actions, clearLabel, onClear }: BulkBarProps) {
  return (
    <div className="s-tools s-bulk" role="toolbar" aria-label={text}>
      <IconButton icon="times" label={clearLabel} onClick={onClear} />
      <span className="s-bulk-count">{text}</span>
      {actions.map((action) => (
        <Button key={action.name} size="small" icon={action.icon} reason={action.reason} onClick={action.onClick}>
          {action.title}
        </Button>
      ))}
    </div>
  )
}
