import type { Crud } from '../../../../runtime/crud/crud.ts'
import type { CellEnvironment } from '../../../define.ts'
import { lazyComponent } from '../../../lazyComponent.tsx'
import { Button } from '../../../ui/Button.tsx'
import { useOpener } from '../../../ui/overlays/useOpener.ts'

const FilterPicker = lazyComponent(() => import('./FilterPicker.tsx').then((module) => module.default))

/** The way to one more filter: its field first, then its value. */
export function AddFilter({ crud, env }: { crud: Crud; env: CellEnvironment }) {
  const { open, setOpen, button, close } = useOpener()
  return (
    <>
      <Button
        ref={button}
        look="quiet"
        size="small"
        icon="plus"
        className="s-add-filter"
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={FilterPicker.preload}
        onFocus={FilterPicker.preload}
        onClick={() => setOpen(!open)}
      >
        {crud.loaded.t('ui.list.addFilter')}
      </Button>
      {open && <FilterPicker crud={crud} env={env} anchor={button} onClose={close} />}
    </>
  )
}
