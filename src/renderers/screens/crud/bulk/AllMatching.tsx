import type { Crud } from '../../../../runtime/crud/crud.ts'
import { bulkRows } from '../../../../schemas/api/bulk.ts'
import { useLoadedWords } from '../../../loadedWords.ts'
import { Button } from '../../../ui/Button.tsx'
import { countText } from '../../../ui/countText.ts'
import { useValue } from '../../../useValue.ts'
import { bulkWords } from './bulkWords.ts'

/** Says that all of this page are selected, and offers all that match; or the way back to the page. */
export default function AllMatching({ crud, n }: { crud: Crud; n: number }) {
  const total = useValue(crud.state, (s) => s.total ?? 0)
  const isOver = useValue(crud.state, (s) => s.totalIs === 'estimate') || total > bulkRows
  const all = useValue(crud.state, (s) => s.all)
  const { t } = crud.loaded
  if (!useLoadedWords(bulkWords)) return null
  const figure = countText(total)
  if (isOver) return <span>{t('ui.bulk.over', { max: countText(bulkRows) })}</span>
  return (
    <>
      <span className="s-bulk-count" role="status">
        {t(all ? 'ui.bulk.chosen' : 'ui.bulk.page', { n, all: figure })}
      </span>
      <Button
        look="link"
        size="small"
        onClick={() => {
          crud.state.all = !all
        }}
      >
        {t(all ? 'ui.bulk.onlyPage' : 'ui.bulk.all', { all: figure })}
      </Button>
    </>
  )
}
