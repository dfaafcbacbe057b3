import { useId, useRef, useState } from 'react'
import { lazyComponent } from '../../lazyComponent.tsx'
import { ariaOf, type ControlProps, frameClass } from '../control.ts'
import { Spinner } from '../feedback/Spinner.tsx'
import { Icon } from '../Icon.tsx'
import { ClearButton } from '../inputs/ClearButton.tsx'
import { Popover } from '../overlays/Popover.tsx'
import { useOpener } from '../overlays/useOpener.ts'
import { useAutoFocus } from '../useAutoFocus.ts'
import { useWords } from '../words.tsx'
import { type DateKind, parseTyped, placeholderOf } from './dateText.ts'

const CalendarPanel = lazyComponent(() => import('./CalendarPanel.tsx').then((module) => module.CalendarPanel))

export interface DatePickerProps extends ControlProps {
  kind: DateKind
  /** 'YYYY-MM-DD', 'YYYY-MM-DD HH:mm:ss', 'HH:mm:ss' or 'YYYY' by kind; '' when empty. No zone: the caller reads it in the zone it shows. */
  value: string
  onChange: (value: string) => void
  min?: string
  max?: string
  clearable?: boolean
  placeholder?: string
  /** What must be known to read it (the zone): a tooltip, and read out with the field. */
  note?: string
  size?: 'small' | 'normal'
}

/** The draft text, until blur or Enter: then it is parsed, or reset to the last value. */
function useTyped(kind: DateKind, value: string, onChange: (value: string) => void) {
  const [draft, setDraft] = useState<string | null>(null)
  const read = draft === null ? value : parseTyped(kind, draft)
  return {
    text: draft ?? value,
    unread: read === undefined,
    type: setDraft,
    commit: () => {
      setDraft(null)
      if (read !== undefined && read !== value) onChange(read)
    },
  }
}

/** A date, time or both: typed in any common writing, or picked. The calendar itself is loaded when it is first opened. */
export function DatePicker(props: DatePickerProps) {
  const { kind, value, onChange, disabled, readOnly } = props
  const words = useWords()
  const { open, setOpen, button, close } = useOpener()
  const frame = useRef<HTMLSpanElement>(null)
  const off = disabled || readOnly
  const noteId = useId()
  const typed = useTyped(kind, value, onChange)
  return (
    <span ref={frame} className={frameClass({ ...props, invalid: props.invalid || typed.unread }, 'k-date')}>
      <DateText {...props} typed={typed} noteId={noteId} onOpen={() => setOpen(true)} />
      {props.note ? (
        <span id={noteId} className="sr-only">
          {props.note}
        </span>
      ) : null}
      {props.clearable !== false && value !== '' && !off ? <ClearButton tip={false} onClear={() => onChange('')} /> : null}
      <button
        ref={button}
        type="button"
        className="k-field-btn"
        aria-label={words(kind === 'time' ? 'ui.controls.pickTime' : 'ui.controls.pickDate')}
        aria-haspopup="dialog"
        aria-expanded={open}
        disabled={off}
        onClick={() => setOpen(!open)}
      >
        <Icon name={kind === 'time' ? 'clock' : 'calendar'} />
      </button>
      {open ? (
        <Popover
          anchor={frame}
          onClose={close}
          role="dialog"
          label={words(kind === 'time' ? 'ui.controls.pickTime' : 'ui.controls.pickDate')}
          className="k-cal-pop"
        >
          <CalendarPanel
            kind={kind}
            value={value}
            min={props.min}
            max={props.max}
            onChange={onChange}
            onDone={close}
            wait={<Spinner />}
          />
        </Popover>
      ) : null}
    </span>
  )
}

interface DateTextProps extends DatePickerProps {
  typed: ReturnType<typeof useTyped>
  noteId: string
  onOpen(): void
}

/** The line in which a date is typed; the arrow down opens the calendar. */
function DateText({ typed, noteId, onOpen, ...props }: DateTextProps) {
  const ref = useAutoFocus<HTMLInputElement>(props.autoFocus)
  return (
    <input
      {...ariaOf(props)}
      ref={ref}
      aria-describedby={[props.describedBy, props.note && noteId].filter(Boolean).join(' ') || undefined}
      data-tip={props.note}
      id={props.id}
      className="k-input"
      value={typed.text}
      placeholder={props.placeholder ?? placeholderOf(props.kind)}
      autoComplete="off"
      disabled={props.disabled}
      readOnly={props.readOnly}
      onFocus={props.onFocus}
      onChange={(event) => typed.type(event.target.value)}
      onBlur={(event) => {
        typed.commit()
        props.onBlur?.(event)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') typed.commit()
        if (event.key !== 'ArrowDown' || props.disabled || props.readOnly) return
        event.preventDefault()
        onOpen()
      }}
    />
  )
}
