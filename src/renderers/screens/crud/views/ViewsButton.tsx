import { useRef, useState } from 'react'
import type { Crud } from '../../../../runtime/crud/crud.ts'
import type { ColumnLayout } from '../../../../schemas/language/wire/columnLayout.ts'
import { lazyComponent } from '../../../lazyComponent.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Popover } from '../../../ui/overlays/Popover.tsx'

const SavedViews = lazyComponent(() => import('./SavedViews.tsx').then((module) => module.default))

interface ViewsButtonProps {
  crud: Crud
  layout: ColumnLayout
  onLayout(layout: ColumnLayout): void
}

/** The way to the saved views of a list. */
export function ViewsButton({ crud, layout, onLayout }: ViewsButtonProps) {
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
        label={crud.loaded.t('ui.list.views')}
        aria-expanded={open}
        aria-haspopup="dialog"
        tip={!open}
        onClick={() => setOpen(!open)}
      />
      {open && (
        <Popover anchor={button} onClose={close} placement="bottom-start">
          <SavedViews crud={crud} layout={layout} onLayout={onLayout} onClose={close} />
        </Popover>
      )}
    </>
  )
}
