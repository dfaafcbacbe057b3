import { useEffect, useState } from 'react'
import type { Crud } from '../../../../runtime/crud/crud.ts'
import type { Row } from '../../../../runtime/rows.ts'
import type { CellEnvironment } from '../../../define.ts'
import { Button } from '../../../ui/Button.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { DetailSections } from './DetailSections.tsx'
import './detail.css'

/** What a row of the list opens to: the sections of its record that the page names, read when it opens and whenever the list is read anew. */
export default function RowPanel({ crud, env, row }: { crud: Crud; env: CellEnvironment; row: Row }) {
  const { t } = crud.loaded
  const key = crud.keyOf(row)
  const [round, setRound] = useState(0)
  const [read, setRead] = useState<{ record: Row | null } | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another row object of the same key is the record read anew; `round` counts the tries
  useEffect(() => {
    let here = true
    crud.info(key).then((record) => here && setRead({ record }))
    return () => {
      here = false
    }
  }, [crud, key, row, round])
  if (!read) {
    return (
      <div className="s-detail" aria-busy="true">
        <Skeleton width="30%" />
        <Skeleton width="70%" />
        <Skeleton width="50%" />
      </div>
    )
  }
  if (!read.record) {
    return (
      <p className="s-panel-error" role="alert">
        {t('ui.list.expandFailed')}{' '}
        <Button look="link" size="small" onClick={() => setRound(round + 1)}>
          {t('ui.list.retry')}
        </Button>
      </p>
    )
  }
  return <DetailSections crud={crud} env={env} row={read.record} only={crud.page.table.expand} />
}
