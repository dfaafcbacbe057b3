import type { Crud } from '../../../../runtime/crud/crud.ts'
import type { Key, Row } from '../../../../runtime/rows.ts'
import { titleText } from '../../../../schemas/language/list/naming.ts'
import type { CellEnvironment } from '../../../define.ts'
import { times } from '../../../numbered.ts'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Drawer } from '../../../ui/overlays/Drawer.tsx'
import { Menu } from '../../../ui/overlays/Menu.tsx'
import { useLoad } from '../../../useLoad.ts'
import { useValue } from '../../../useValue.ts'
import { DetailSections } from './DetailSections.tsx'
import './detail.css'
import { rowActionNames, rowActionState, rowMenu } from '../rowActions.ts'
import type { Run } from '../useRun.ts'

interface DetailDrawerProps {
  crud: Crud
  env: CellEnvironment
  id: Key
  run: Run
  onShow(id: Key): void
  onClose(): void
}

/** A record, read-only, beside its list: sections of the page, what can be done with it, and the way to its neighbours. */
export default function DetailDrawer({ crud, env, id, run, onShow, onClose }: DetailDrawerProps) {
  const { t } = crud.loaded
  const rows = useValue(crud.state, (s) => s.rows)
  // The list was reloaded: this record may have changed.
  const { value: row, reload } = useLoad(() => crud.info(id), [crud, id], { fresh: rows })
  const listed = crud.rowOf(id)
  const keys = rows.map(crud.keyOf)
  const at = keys.indexOf(id)
  const step = (by: number) => {
    const next = keys[at + by]
    if (next !== undefined) onShow(next)
  }
  return (
    <Drawer
      open
      size="large"
      title={titleFor(crud, listed ?? row ?? undefined)}
      onClose={onClose}
      tools={
        <>
          <IconButton icon="angle-up" label={t('ui.detail.previous')} disabled={at <= 0} onClick={() => step(-1)} />
          <IconButton
            icon="angle-down"
            label={t('ui.detail.next')}
            disabled={at < 0 || at >= keys.length - 1}
            onClick={() => step(1)}
          />
        </>
      }
      footer={row ? <Actions crud={crud} row={row} run={run} /> : undefined}
    >
      {row === undefined ? (
        <Waiting />
      ) : row === null ? (
        <EmptyState
          tone="error"
          icon="exclamation-circle"
          title={t('ui.detail.failed')}
          text={t('ui.detail.failedHelp')}
          action={<Button onClick={reload}>{t('ui.list.retry')}</Button>}
        />
      ) : (
        <DetailSections crud={crud} env={env} row={row} run={run} />
      )}
    </Drawer>
  )
}

/** What names the record. */
function titleFor(crud: Crud, row: Row | undefined): string {
  const name = titleText(crud.page, row)
  const title = crud.loaded.t('actions.detail.title')
  return name === undefined ? title : `${title} · ${name}`
}

function Actions({ crud, row, run }: { crud: Crud; row: Row; run: Run }) {
  const names = rowActionNames(crud)
  const next = rowActionState(crud, names, row).primary
  // Where viewing is the likeliest step, no action is promoted: all are in the menu.
  const primary = next?.name === 'detail' ? null : next
  const others = names.filter((name) => name !== 'detail')
  const items = rowMenu(crud, row, { names: others, run: (name) => run(name, [row]), without: primary?.name })
  return (
    <>
      {items.length > 0 && (
        <Menu label={crud.loaded.t('ui.list.more')} items={items} placement="top-end" look="default">
          {crud.loaded.t('ui.list.more')}
        </Menu>
      )}
      {primary && (
        <Button look="primary" icon={crud.page.actions[primary.name]?.icon} onClick={() => run(primary.name, [row])}>
          {primary.title}
        </Button>
      )}
    </>
  )
}

function Waiting() {
  return (
    <div className="s-detail" aria-busy="true">
      {times(10).map((i) => (
        <Skeleton key={i} width={`${30 + ((i * 17) % 50)}%`} />
      ))}
    </div>
  )
}
