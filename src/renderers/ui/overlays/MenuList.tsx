import { type KeyboardEvent, useEffect, useRef } from 'react'
import { cx } from '../control.ts'
import { focusedAt } from '../focused.ts'
import { Icon } from '../Icon.tsx'

export interface MenuEntry {
  id: string
  label: string
  icon?: string
  danger?: boolean
  disabled?: boolean
  /** Why it cannot be chosen; implies disabled. */
  reason?: string
  /** Ticked, one of a set. */
  checked?: boolean
  shortcut?: string
  /** A line above it. */
  divided?: boolean
  onSelect: () => void
}

export interface MenuListProps {
  label: string
  items: MenuEntry[]
  /** An entry was chosen or Tab left the menu. */
  onDone: (entry?: MenuEntry) => void
}

/** The entries of an open menu: arrow keys, Home, End and first letters move; Enter and Space choose. */
export function MenuList({ label, items, onDone }: MenuListProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => stopsOf(list.current)[0]?.focus(), [])
  const onKeyDown = (event: KeyboardEvent) => {
    const all = stopsOf(list.current)
    const at = focusedAt(all)
    const to: Record<string, number> = {
      ArrowDown: (at + 1) % all.length,
      ArrowUp: (at - 1 + all.length) % all.length,
      Home: 0,
      End: all.length - 1,
    }
    const next = to[event.key] ?? (event.key.length === 1 && event.key !== ' ' ? letter(all, at, event.key) : undefined)
    if (event.key === 'Tab') onDone()
    if (next === undefined) return
    event.preventDefault()
    all[next]?.focus()
  }
  return (
    <div ref={list} role="menu" tabIndex={-1} aria-label={label} className="k-menu" onKeyDown={onKeyDown}>
      {items.map((item) => {
        const off = item.disabled || Boolean(item.reason)
        return (
          <button
            key={item.id}
            type="button"
            {...(item.checked === undefined ? { role: 'menuitem' } : { role: 'menuitemradio', 'aria-checked': item.checked })}
            aria-disabled={off || undefined}
            aria-description={item.reason}
            data-tip={item.reason}
            tabIndex={-1}
            className={cx('k-menu-item', item.danger && 'is-danger', item.divided && 'is-divided')}
            onPointerMove={(event) => event.currentTarget.focus({ preventScroll: true })}
            onClick={() => {
              if (!off) onDone(item)
            }}
          >
            {item.icon ? <Icon name={item.icon} /> : null}
            <span className="k-menu-text">{item.label}</span>
            {item.shortcut ? <kbd>{item.shortcut}</kbd> : null}
            {item.checked ? <Icon name="check" /> : null}
          </button>
        )
      })}
    </div>
  )
}

function stopsOf(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])]
}

function letter(all: HTMLElement[], at: number, key: string): number | undefined {
  const order = [...all.keys()].map((index) => (at + 1 + index) % all.length)
  return order.find((index) => all[index]?.textContent?.trim().toLowerCase().startsWith(key.toLowerCase()))
}
