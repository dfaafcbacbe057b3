import css from 'primeicons/primeicons.css?raw'
import { useMemo, useRef, useState } from 'react'
import { iconName } from '../../schemas/icons.ts'
import { type ControlProps, cx, nameOf } from './control.ts'
import { Icon } from './Icon.tsx'
import { Popover } from './Popover.tsx'
import { useWords } from './words.tsx'

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
  const { value, onChange } = props
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const off = props.disabled || props.readOnly
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  return (
    <span
      className={cx(
        'k-field',
        'k-picker',
        props.disabled && 'is-disabled',
        props.readOnly && 'is-readonly',
        props.invalid && 'is-invalid',
      )}
    >
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
      {value && !off ? (
        <button
          type="button"
          className="k-field-btn k-picker-clear"
          aria-label={words('ui.controls.clear')}
          onClick={() => onChange('')}
        >
          <Icon name="times" />
        </button>
      ) : null}
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
  const [query, setQuery] = useState('')
  const shown = useMemo(() => names.filter((name) => name.includes(query.trim().toLowerCase())), [query])
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
        />
      </span>
      <div className="k-icons">
        {shown.map((name) => (
          <button
            key={name}
            type="button"
            className="k-icons-one"
            aria-label={name}
            aria-pressed={iconName(value) === name}
            data-tip={name}
            onClick={() => onPick(name)}
          >
            <Icon name={name} />
          </button>
        ))}
      </div>
      {shown.length === 0 ? <div className="k-list-note">{words('ui.controls.noOptions')}</div> : null}
    </>
  )
}
