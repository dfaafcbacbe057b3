import css from 'primeicons/primeicons.css?raw'
import { type KeyboardEvent, useMemo, useState } from 'react'
import { type ControlProps, cx, frameClass, nameOf } from '../control.ts'
import { focusedAt } from '../focused.ts'
import { Icon } from '../Icon.tsx'
import { useIconNames } from '../iconName.ts'
import { ClearButton } from '../inputs/ClearButton.tsx'
import { Popover } from '../overlays/Popover.tsx'
import { useOpener } from '../overlays/useOpener.ts'
import { useWords } from '../words.tsx'

export interface IconPickerProps extends ControlProps {
  /** A name as menu rules hold it ('pi pi-list'), or ''. */
  value: string
  onChange: (value: string) => void
}

/** Every name of the icon font, read from its own style sheet. */
const names = [...css.matchAll(/\.pi-([a-z0-9-]+):before/g)]
  .map((found) => found[1] ?? '')
  .filter((name) => name !== '' && name !== 'spin')

/** An icon, chosen from all there are by name. Heavy (the names): load it lazily. */
export function IconPicker(props: IconPickerProps) {
  const words = useWords()
  const iconName = useIconNames()
  const { value, onChange } = props
  const { open, setOpen, button, close } = useOpener()
  const off = props.disabled || props.readOnly
  return (
    <span className={frameClass(props, 'k-picker')}>
      <button
        {...nameOf(props)}
        ref={button}
        id={props.id}
        type="button"
        className="k-picker-btn"
        aria-haspopup="dialog"
        aria-expanded={open}
        disabled={off}
        onFocus={props.onFocus}
        onBlur={props.onBlur}
        onClick={() => setOpen(!open)}
      >
        {value ? <Icon name={value} /> : null}
        <span className={cx('k-picker-text', !value && 'is-empty')}>{value ? iconName(value) : words('ui.controls.choose')}</span>
        <Icon name="chevron-down" className="k-picker-arrow" />
      </button>
      {value && !off ? <ClearButton className="k-picker-clear" tip={false} onClear={() => onChange('')} /> : null}
      {open ? (
        <Popover
          anchor={button}
          onClose={close}
          role="dialog"
          label={words('ui.controls.pickIcon')}
          className="k-list-pop k-icons-pop"
        >
          <Glyphs
            value={value}
            onPick={(name) => {
              onChange(`pi pi-${name}`)
              close()
            }}
          />
        </Popover>
      ) : null}
    </span>
  )
}

/** The names that hold the text, as buttons. */
function Glyphs({ value, onPick }: { value: string; onPick: (name: string) => void }) {
  const words = useWords()
  const iconName = useIconNames()
  const [query, setQuery] = useState('')
  const shown = useMemo(() => names.filter((name) => name.includes(query.trim().toLowerCase())), [query])
  // One stop of Tab among hundreds of buttons: the chosen one, else the first.
  const stop = Math.max(shown.indexOf(iconName(value)), 0)
  return (
    <>
      <span className="k-list-search">
        <Icon name="search" />
        <input
          data-autofocus=""
          className="k-input"
          aria-label={words('ui.controls.search')}
          placeholder={words('ui.controls.search')}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown') return
            event.preventDefault()
            event.currentTarget.closest('.k-popover')?.querySelector<HTMLElement>('.k-icons [tabindex="0"]')?.focus()
          }}
        />
      </span>
      <fieldset className="k-icons" aria-label={words('ui.controls.pickIcon')} onKeyDown={walk}>
        {shown.map((name, i) => (
          <button
            key={name}
            type="button"
            className="k-icons-one"
            aria-label={name}
            aria-pressed={iconName(value) === name}
            tabIndex={i === stop ? 0 : -1}
            data-tip={name}
            onClick={() => onPick(name)}
          >
            <Icon name={name} />
          </button>
        ))}
      </fieldset>
      {shown.length === 0 ? <div className="k-list-note">{words('ui.controls.noOptions')}</div> : null}
    </>
  )
}

/** Arrow keys, Home and End among the buttons of a grid, whose columns are as many as fit. */
function walk(event: KeyboardEvent<HTMLElement>) {
  const all = [...event.currentTarget.children].filter((one) => one instanceof HTMLElement)
  const at = focusedAt(all)
  const columns = Math.max(1, all.filter((one) => one.offsetTop === all[0]?.offsetTop).length)
  const steps: Record<string, number> = {
    ArrowRight: 1,
    ArrowLeft: -1,
    ArrowDown: columns,
    ArrowUp: -columns,
    Home: -at,
    End: all.length,
  }
  const step = steps[event.key]
  if (at < 0 || step === undefined) return
  event.preventDefault()
  all[Math.min(Math.max(at + step, 0), all.length - 1)]?.focus()
}
