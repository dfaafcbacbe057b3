import { useRef, useState } from 'react'
import type { Crud } from '../../../../runtime/crud/crud.ts'
import type { ColumnLayout } from '../../../../schemas/language/wire/columnLayout.ts'
import { lazyComponent } from '../../../lazyComponent.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'

const ViewForm = lazyComponent(() => import('./ViewForm.tsx').then((module) => module.default))

/** The way to keep what the list shows under a name. */
export function SaveViewButton({ crud, layout }: { crud: Crud; layout: ColumnLayout }) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
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
