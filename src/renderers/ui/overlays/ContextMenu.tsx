import { useMemo, useState } from 'react'
import { rememberFocus } from './layers.ts'
import { type MenuEntry, MenuList } from './MenuList.tsx'
import { Popover } from './Popover.tsx'

export interface ContextMenuProps {
  label: string
  items: MenuEntry[]
  /** Where it opens, in viewport pixels; null: closed. */
  at: { x: number; y: number } | null
  onClose: () => void
}

/** A menu at a point. Focus returns to where it was. */
export function ContextMenu({ label, items, at, onClose }: ContextMenuProps) {
  return at ? <Opened key={`${at.x},${at.y}`} label={label} items={items} x={at.x} y={at.y} onClose={onClose} /> : null
}

function Opened({
  label,
  items,
  x,
  y,
  onClose,
}: {
  label: string
  items: MenuEntry[]
  x: number
  y: number
  onClose: () => void
}) {
  const [giveBack] = useState(rememberFocus)
  const anchor = useMemo(() => ({ x, y }), [x, y])
  const done = (entry?: MenuEntry) => {
    onClose()
    giveBack()
    entry?.onSelect()
  }
  return (
    <Popover anchor={anchor} onClose={() => done()}>
      <MenuList label={label} items={items} onDone={done} />
    </Popover>
  )
}
