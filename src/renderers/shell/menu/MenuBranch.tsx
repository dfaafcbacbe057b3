import { type KeyboardEvent, type MouseEvent, memo, useState } from 'react'
import { useSnapshot } from 'valtio'
import { flatMenu, type MenuItem } from '../../../runtime/navigation/menu.ts'
import { useRuntime } from '../../context.tsx'
import { useCreateHref } from '../../routing/useCreateHref.ts'
import { useGo } from '../../routing/useGo.ts'
import { cx } from '../../ui/control.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Popover } from '../../ui/overlays/Popover.tsx'
import { useOpener } from '../../ui/overlays/useOpener.ts'
import { openEntry, prefetchEntry } from './openEntry.ts'

export interface MenuBranchProps {
  items: readonly MenuItem[]
  depth: number
  hereId: number | undefined
  /** Ids from the top down to the current entry. */
  trail: readonly number[]
  open: ReadonlySet<number>
  /** Icons only; directories open beside. */
  narrow: boolean
  onFold: (item: MenuItem, open: boolean) => void
  onChosen?: (() => void) | undefined
}

/** One level of the menu. */
export function MenuBranch(props: MenuBranchProps) {
  return (
    <ul className="k-side-list">
      {props.items.map((item) => (
        <li key={item.id}>
          {item.children.length === 0 ? (
            <Entry
              item={item}
              depth={props.depth}
              isHere={item.id === props.hereId}
              narrow={props.narrow}
              onChosen={props.onChosen}
            />
          ) : props.narrow ? (
            <Flyout {...props} item={item} />
          ) : (
            <Directory {...props} item={item} />
          )}
        </li>
      ))}
    </ul>
  )
}

type One = MenuBranchProps & { item: MenuItem }

/** The icon of a rule; of one without, the person's own choice. */
export function EntryIcon({ item }: { item: MenuItem }) {
  const { menuDefaultIcon } = useSnapshot(useRuntime().stores.layout)
  return <Icon name={item.icon || menuDefaultIcon} />
}

function indent(depth: number) {
  return { paddingInlineStart: depth === 0 ? undefined : 12 + depth * 16 }
}

interface EntryProps extends Pick<One, 'item' | 'depth' | 'narrow' | 'onChosen'> {
  isHere: boolean
}

/** An entry without others below it. Of all entries only the one that is left and the one that is gone to are drawn again. */
export const Entry = memo(function Entry({ item, depth, isHere, narrow, onChosen }: EntryProps) {
  const runtime = useRuntime()
  const navigate = useGo()
  const inside = item.type === 'tab' || item.type === 'iframe'
  const href = useCreateHref()(inside ? item.path : '/')
  const preload = () => prefetchEntry(item, runtime)
  const choose = (event: MouseEvent) => {
    if (inside && (event.metaKey || event.ctrlKey || event.shiftKey)) return
    event.preventDefault()
    openEntry(item, runtime, navigate)
    onChosen?.()
  }
  return (
    <a
      data-entry=""
      href={inside ? href : item.path || '#'}
      target={item.type === 'link' ? '_blank' : undefined}
      rel={item.type === 'link' ? 'noopener noreferrer' : undefined}
      className="k-side-item"
      aria-current={isHere ? 'page' : undefined}
      aria-label={narrow ? item.title : undefined}
      data-tip={narrow ? item.title : undefined}
      style={narrow ? undefined : indent(depth)}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={choose}
    >
      {depth < 2 || narrow ? <EntryIcon item={item} /> : null}
      {narrow ? null : <span className="cut">{item.title}</span>}
      {item.type === 'link' && !narrow ? <Icon name="external-link" className="k-side-out" /> : null}
    </a>
  )
})

function Directory(props: One) {
  const { item, depth, open, trail, onFold } = props
  const isOpen = open.has(item.id)
  const onKeyDown = (event: KeyboardEvent) => {
    const wanted = { ArrowRight: true, ArrowLeft: false }[event.key]
    if (wanted === undefined || wanted === isOpen) return
    event.preventDefault()
    onFold(item, wanted)
  }
  return (
    <>
      <button
        type="button"
        data-entry=""
        className={cx('k-side-item', 'k-side-dir', depth === 0 && 'is-top', trail.includes(item.id) && 'is-trail')}
        aria-expanded={isOpen}
        style={indent(depth)}
        onClick={() => onFold(item, !isOpen)}
        onKeyDown={onKeyDown}
      >
        {depth < 2 ? <EntryIcon item={item} /> : null}
        <span className="cut">{item.title}</span>
        <Icon name="chevron-right" className="k-side-fold" />
      </button>
      {isOpen ? <MenuBranch {...props} items={item.children} depth={depth + 1} /> : null}
    </>
  )
}

/** Directories open at first in a floating branch: all while they are few, else those on the way to where one is. */
function opened(item: MenuItem, trail: readonly number[]): ReadonlySet<number> {
  const few = [...flatMenu(item.children)].length <= 12
  return new Set(few ? item.children.map((child) => child.id) : trail)
}

/** A directory of the collapsed menu, or of the one at the top (`above`): its entries float beside or below it. */
export function Flyout(props: One & { above?: boolean }) {
  const { item, trail, onChosen, above } = props
  const { open: shown, setOpen: setShown, button, close } = useOpener()
  const [open, setOpen] = useState<ReadonlySet<number>>(() => opened(item, trail))
  const fold = (one: MenuItem, next: boolean) =>
    setOpen((before) => new Set(next ? [...before, one.id] : [...before].filter((id) => id !== one.id)))
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== (above ? 'ArrowDown' : 'ArrowRight') || shown) return
    event.preventDefault()
    setShown(true)
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        data-entry=""
        className={cx('k-side-item', 'k-side-dir', trail.includes(item.id) && 'is-trail')}
        aria-label={above ? undefined : item.title}
        aria-haspopup="true"
        aria-expanded={shown}
        data-tip={shown || above ? undefined : item.title}
        onClick={() => setShown(!shown)}
        onKeyDown={onKeyDown}
      >
        <EntryIcon item={item} />
        {above ? <span className="cut">{item.title}</span> : null}
        {above ? <Icon name="chevron-down" className="k-side-fold" /> : null}
      </button>
      {shown ? (
        <Popover anchor={button} onClose={close} placement={above ? 'bottom-start' : 'right-start'} className="k-side-fly">
          {above ? null : <p className="k-side-fly-title">{item.title}</p>}
          <MenuBranch
            {...props}
            items={item.children}
            depth={0}
            narrow={false}
            open={open}
            onFold={fold}
            onChosen={() => {
              setShown(false)
              onChosen?.()
            }}
          />
        </Popover>
      ) : null}
    </>
  )
}
