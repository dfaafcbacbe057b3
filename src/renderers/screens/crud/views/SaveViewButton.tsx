import type { Crud } from '../../../../runtime/crud/crud.ts'
import type { ColumnLayout } from '../../../../schemas/language/wire/columnLayout.ts'
import { lazyComponent } from '../../../lazyComponent.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { useOpener } from '../../../ui/overlays/useOpener.ts'

const ViewForm = lazyComponent(() => import('./ViewForm.tsx').then((module) => module.default))

/** The way to keep what the list shows under a name. */
export function SaveViewButton({ crud, layout }: { crud: Crud; layout: ColumnLayout }) {
  const { open, setOpen, button, close } = useOpener()
  return (
    <>
      <IconButton
        ref={button}
        icon="bookmark"
        label={crud.loaded.t('ui.list.saveView')}
        aria-expanded={open}
        aria-haspopup="dialog"
        tip={!open}
        onPointerEnter={ViewForm.preload}
        onClick={() => setOpen(!open)}
      />
      {open && <ViewForm crud={crud} layout={layout} anchor={button} onClose={close} />}
    </>
  )
}
