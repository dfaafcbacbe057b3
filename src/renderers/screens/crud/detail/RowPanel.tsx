import type { Crud } from '../../../../runtime/crud/crud.ts'
import type { Row } from '../../../../runtime/rows.ts'
import type { CellEnvironment } from '../../../define.ts'
import { Button } from '../../../ui/Button.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { useLoad } from '../../../useLoad.ts'
import { DetailSections } from './DetailSections.tsx'
import './detail.css'

/** The panel below a list row: the record sections that the page names, loaded when it opens and whenever the list reloads. */
export default function RowPanel({ crud, env, row }: { crud: Crud; env: CellEnvironment; row: Row }) {
  const { t } = crud.loaded
  const key = crud.keyOf(row)
  // Another row object of the same key: the list was reloaded, and the record may have changed.
  const { value: record, reload } = useLoad(() => crud.info(key), [crud, key], { fresh: row })
  if (record === undefined) {
    return (
      <div className="s-detail" aria-busy="true">
        <Skeleton width="30%" />
        <Skeleton width="70%" />
        <Skeleton width="50%" />
      </div>
    )
  }
  if (record === null) {
    return (
      <p className="s-panel-error" role="alert">
        {t('ui.list.expandFailed')}{' '}
        <Button look="link" size="small" onClick={reload}>
          {t('ui.list.retry')}
        </Button>
      </p>
    )
  }
  return <DetailSections crud={crud} env={env} row={record} only={crud.page.table.expand} />
}
