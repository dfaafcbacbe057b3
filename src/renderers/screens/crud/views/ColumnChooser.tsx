import { lazyComponent } from '../../../lazyComponent.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Popover } from '../../../ui/overlays/Popover.tsx'
import { useOpener } from '../../../ui/overlays/useOpener.ts'
import type { ColumnListProps } from './ColumnList.tsx'

const ColumnList = lazyComponent(() => import('./ColumnList.tsx').then((module) => module.default))

/** Which columns the list shows, and in which order; kept for this person. */
export function ColumnChooser(props: ColumnListProps) {
  const { t } = props
  const { open, setOpen, button, close } = useOpener()
  return (
    <>
      <IconButton
        ref={button}
        icon="table"
        label={t('ui.list.columns')}
        aria-expanded={open}
        aria-haspopup="dialog"
        tip={!open}
        onPointerEnter={ColumnList.preload}
        onClick={() => setOpen(!open)}
      />
      {open && (
        <Popover anchor={button} onClose={close} placement="bottom-end">
          <div className="s-chooser" role="dialog" tabIndex={-1} data-autofocus="" aria-label={t('ui.list.columns')}>
            <ColumnList {...props} />
          </div>
        </Popover>
      )}
    </>
  )
}
