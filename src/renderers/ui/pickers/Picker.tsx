import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { ariaOf, type ControlProps, cx, frameClass, type Key, type Option } from '../control.ts'
import { Icon } from '../Icon.tsx'
import { ClearButton } from '../inputs/ClearButton.tsx'
import { Popover } from '../overlays/Popover.tsx'
import { useAutoFocus } from '../useAutoFocus.ts'
import { useWords } from '../words.tsx'
import { OptionList } from './OptionList.tsx'
import { usePickerKeys } from './pickerKeys.ts'

export interface PickerProps extends ControlProps {
  options: Option[]
  selected: Key[]
  onPick: (option: Option) => void
  /** What the closed control shows; absent: the placeholder. */
  display?: ReactNode
  placeholder?: string
  onClear?: () => void
  multiple?: boolean
  /** A search line above the options. */
  filter?: { text: string; onChange: (text: string) => void }
  open: boolean
  onOpen: (open: boolean) => void
  loading?: boolean
  error?: string
  /** Quiet line below the options (how many are shown). */
  note?: ReactNode
  onEnd?: () => void
  size?: 'small' | 'normal'
}

/** The closed control and the list behind all selects: a combobox by the ARIA pattern. */
export function Picker(props: PickerProps) {
  const { options, open, onOpen, filter } = props
  const listId = useId()
  const trigger = useRef<HTMLButtonElement>(null)
  const off = Boolean(props.disabled || props.readOnly)
  const close = () => {
    onOpen(false)
    trigger.current?.focus()
  }
  const pick = (option: Option | undefined) => {
    if (!option || option.disabled) return
    props.onPick(option)
    if (!props.multiple) close()
  }
  const keys = usePickerKeys({
    options,
    selected: props.selected,
    open,
    filtered: filter !== undefined,
    disabled: off,
    onOpen,
    onPick: pick,
  })
  const activeId = open && options[keys.active] ? `${listId}-${keys.active}` : undefined
  return (
    <span className={frameClass(props, 'k-picker')}>
      <Trigger
        {...props}
        buttonRef={trigger}
        listId={listId}
        activeId={filter ? undefined : activeId}
        onPress={() => {
          if (!off) onOpen(!open)
        }}
        onKeyDown={keys.onKeyDown}
      />
      {props.onClear && props.display && !off ? <ClearButton className="k-picker-clear" onClear={props.onClear} /> : null}
      {open ? (
        <Popover anchor={trigger} onClose={close} matchWidth className="k-list-pop">
          {filter ? (
            <SearchLine
              listId={listId}
              activeId={activeId}
              text={filter.text}
              onChange={filter.onChange}
              onReset={() => keys.setActive(0)}
              onKeyDown={keys.onKeyDown}
            />
          ) : null}
          <OptionList {...props} id={listId} active={keys.active} onHover={keys.setActive} onChoose={pick} />
        </Popover>
      ) : null}
    </span>
  )
}

interface TriggerProps extends PickerProps {
  buttonRef: React.RefObject<HTMLButtonElement | null>
  listId: string
  activeId: string | undefined
  onPress: () => void
  onKeyDown: (event: KeyboardEvent) => void
}

function Trigger(props: TriggerProps) {
  const words = useWords()
  const ref = useAutoFocus(props.autoFocus, props.buttonRef)
  return (
    <button
      {...ariaOf(props)}
      ref={ref}
      id={props.id}
      type="button"
      role="combobox"
      aria-haspopup="listbox"
      aria-expanded={props.open}
      aria-controls={props.open ? props.listId : undefined}
      aria-activedescendant={props.activeId}
      aria-readonly={props.readOnly || undefined}
      className="k-picker-btn"
      disabled={props.disabled}
      onFocus={props.onFocus}
      onBlur={props.onBlur}
      onClick={props.onPress}
      onKeyDown={props.onKeyDown}
    >
      <span className={cx('k-picker-text', !props.display && 'is-empty')}>
        {props.display ?? props.placeholder ?? words('ui.controls.choose')}
      </span>
      <Icon name="chevron-down" className="k-picker-arrow" />
    </button>
  )
}

interface SearchLineProps {
  listId: string
  activeId: string | undefined
  text: string
  onChange: (text: string) => void
  onReset: () => void
  onKeyDown: (event: KeyboardEvent) => void
}

function SearchLine({ listId, activeId, text, onChange, onReset, onKeyDown }: SearchLineProps) {
  const words = useWords()
  return (
    <span className="k-list-search">
      <Icon name="search" />
      <input
        data-autofocus=""
        role="combobox"
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={activeId}
        aria-label={words('ui.controls.search')}
        placeholder={words('ui.controls.search')}
        className="k-input"
        autoComplete="off"
        value={text}
        onChange={(event) => {
          onReset()
          onChange(event.target.value)
        }}
        onKeyDown={onKeyDown}
      />
    </span>
  )
}
