import type { Crud } from '../../../../runtime/crud/crud.ts'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'

interface ListStateProps {
  crud: Crud
  error: string | null
  /** Filters or a search are in force. */
  filtered: boolean
}

/** Shown in place of rows: an error, missing permission, no results, an empty list; and what to do next. */
export function ListState({ crud, error, filtered }: ListStateProps) {
  const { t, find } = crud.loaded
  if (!crud.can('index').allowed && !crud.state.query.deleted)
    return <EmptyState icon="lock" title={t('ui.list.noRight')} text={t('ui.list.noRightHelp')} />
  if (error !== null) {
    return (
      <EmptyState
        tone="error"
        icon="exclamation-circle"
        title={t('ui.list.failed')}
        text={error}
        action={<Button onClick={() => void crud.load()}>{t('ui.list.retry')}</Button>}
      />
    )
  }
  if (filtered) {
    return (
      <EmptyState
        icon="search"
        title={t('ui.list.nothingFound')}
        text={t('ui.list.nothingFoundHelp')}
        action={<Button onClick={() => void crud.reset()}>{t('ui.list.reset')}</Button>}
      />
    )
  }
  if (crud.state.query.deleted) return <EmptyState icon="trash" title={t('ui.list.nothingDeleted')} />
  const adds = crud.page.table.toolbar.includes('add') && crud.can('add').visible
  return (
    <EmptyState
      title={find('empty.title') ?? t('ui.list.nothing')}
      text={find('empty.text') ?? t(adds ? 'ui.list.nothingAdd' : 'ui.list.nothingWait')}
      action={
        adds ? (
          <Button look="primary" icon="plus" onClick={() => void crud.openForm('add')}>
            {t('actions.add.title')}
          </Button>
        ) : undefined
      }
    />
  )
}
