import { type ReactNode, useEffect, useRef } from 'react'
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

/** The options of an open picker. Focus stays outside; the active option is told by aria-activedescendant. */
export function OptionList(props: OptionListProps) {
  const { id, options, active, onEnd } = props
  const words = useWords()
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])
  const empty = options.length === 0
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
          if (onEnd && box.scrollHeight - box.scrollTop - box.clientHeight < 60) onEnd()
        }}
      >
        {options.map((option, index) => (
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
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the combobox that owns the focus
    // biome-ignore lint/a11y/useFocusableInteractive: as above, aria-activedescendant
    <div
      id={`${id}-${index}`}
      role="option"
      aria-selected={on}
      aria-disabled={option.disabled || undefined}
      className={cx('k-option', index === active && 'is-active', on && 'is-on')}
      style={option.depth ? { paddingInlineStart: 8 + option.depth * 16 } : undefined}
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
    </div>
  )
}
