import { type ReactNode, useId } from 'react'
import { cx } from '../control.ts'
import { Icon } from '../Icon.tsx'
import { type MenuEntry, MenuList } from './MenuList.tsx'
import { type Placement, Popover } from './Popover.tsx'
import { useOpener } from './useOpener.ts'

export interface MenuProps {
  /** Name of the button and of the menu. */
  label: string
  items: MenuEntry[]
  /** Icon of the button; default three dots. */
  icon?: string
  /** Visible content of the button instead of an icon. */
  children?: ReactNode
  placement?: Placement
  disabled?: boolean
  look?: 'quiet' | 'default'
  className?: string
  tabIndex?: number
}

/** A button that opens a menu. Focus returns to the button before the chosen entry acts. */
export function Menu({
  label,
  items,
  icon = 'ellipsis-h',
  children,
  placement = 'bottom-end',
  disabled,
  look = 'quiet',
  className,
  tabIndex,
}: MenuProps) {
  const { open, setOpen, button, close } = useOpener()
  const id = useId()
  const done = (entry?: MenuEntry) => {
    close()
    entry?.onSelect()
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        className={cx('k-btn', `k-btn-${look}`, children === undefined && 'k-iconbtn', className)}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        data-tip={open || children !== undefined ? undefined : label}
        disabled={disabled}
        tabIndex={tabIndex}
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' || open) return
          event.preventDefault()
          setOpen(true)
        }}
      >
        {children ?? <Icon name={icon} />}
      </button>
      {open ? (
        <Popover id={id} anchor={button} onClose={() => done()} placement={placement}>
          <MenuList label={label} items={items} onDone={done} />
        </Popover>
      ) : null}
    </>
  )
}
