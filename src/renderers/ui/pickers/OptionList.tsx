import { type ReactNode, useEffect, useRef, useState } from 'react'
import { cx, type Key, type Option } from '../control.ts'
import { Tag } from '../display/Tag.tsx'
import { Spinner } from '../feedback/Spinner.tsx'
import { Icon } from '../Icon.tsx'
import { useWords } from '../words.tsx'

export interface OptionListProps {
  id: string
  label?: string
  labelledBy?: string
  options: Option[]
  selected: Key[]
  active: number
  multiple?: boolean
  loading?: boolean
  error?: string
  note?: ReactNode
  onHover: (index: number) => void
  onChoose: (option: Option) => void
  /** The last option came into sight. */
  onEnd?: () => void
}

/** Options drawn at first, and more each time the last one comes into sight: a list of thousands opens like one of a hundred. */
const batch = 100

/** The options of an open picker. Focus stays outside; aria-activedescendant names the active option. */
export function OptionList(props: OptionListProps) {
  const { id, options, active, onEnd } = props
  const words = useWords()
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])
  const empty = options.length === 0
  const [reached, setReached] = useState(batch)
  const drawn = options.slice(0, Math.max(reached, active + batch / 2))
  return (
    <>
      <div
        ref={list}
        id={id}
        role="listbox"
        tabIndex={-1}
        aria-label={props.label ?? (props.labelledBy ? undefined : words('ui.controls.options'))}
        aria-labelledby={props.labelledBy}
        aria-multiselectable={props.multiple || undefined}
        aria-busy={props.loading || undefined}
        className={cx('k-list', empty && 'is-empty')}
        onScroll={(event) => {
          const box = event.currentTarget
          if (box.scrollHeight - box.scrollTop - box.clientHeight >= 60) return
          if (drawn.length < options.length) setReached(drawn.length + batch)
          else onEnd?.()
        }}
      >
        {drawn.map((option, index) => (
          <OneOption key={option.value} {...props} option={option} index={index} />
        ))}
      </div>
      {props.error ? <div className="k-list-note is-error">{props.error}</div> : null}
      {props.loading ? (
        <div className="k-list-note">
          <Spinner size="small" />
        </div>
      ) : empty && !props.error ? (
        <div className="k-list-note">{words('ui.controls.noOptions')}</div>
      ) : null}
      {props.note && !empty ? <div className="k-list-note">{props.note}</div> : null}
    </>
  )
}

function OneOption({ option, index, id, active, multiple, ...props }: OptionListProps & { option: Option; index: number }) {
  const on = props.selected.includes(option.value)
  return (
    <button
      type="button"
      id={`${id}-${index}`}
      role="option"
      aria-selected={on}
      aria-disabled={option.disabled || undefined}
      aria-posinset={index + 1}
      aria-setsize={props.options.length}
      tabIndex={-1}
      className={cx('k-option', index === active && 'is-active', on && 'is-on')}
      style={option.depth ? { paddingInlineStart: 8 + option.depth * 16 } : undefined}
      // Focus stays in the combobox, which handles the keys.
      onMouseDown={(event) => event.preventDefault()}
      onPointerMove={() => index !== active && props.onHover(index)}
      onClick={() => props.onChoose(option)}
    >
      {multiple ? <span className={cx('k-check', on && 'is-on')} aria-hidden="true" /> : null}
      {option.icon ? <Icon name={option.icon} /> : null}
      <span className="k-option-text">
        {option.severity ? <Tag severity={option.severity}>{option.label}</Tag> : option.label}
        {option.description ? <small>{option.description}</small> : null}
      </span>
      {on && !multiple ? <Icon name="check" className="k-option-on" /> : null}
    </button>
  )
}
