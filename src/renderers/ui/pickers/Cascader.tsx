import { type RefObject, useId } from 'react'
import '../../theme/cascade.css'
import { useLoad } from '../../useLoad.ts'
import { ariaOf, type ControlProps, cx, frameClass } from '../control.ts'
import { Icon } from '../Icon.tsx'
import { ClearButton } from '../inputs/ClearButton.tsx'
import { Popover } from '../overlays/Popover.tsx'
import { useOpener } from '../overlays/useOpener.ts'
import { useAutoFocus } from '../useAutoFocus.ts'
import { useWords } from '../words.tsx'
import { CascaderColumns, type CascaderOption } from './CascaderColumns.tsx'

export interface CascaderProps extends ControlProps {
  /** Keys from the outside in; [] when empty. */
  value: readonly number[]
  onChange: (value: number[]) => void
  /** Names of the levels; as many as there are. */
  levels: readonly string[]
  /** Choices inside a path; [] for the outermost. A rejected promise shows its message. */
  load: (path: readonly number[]) => Promise<readonly CascaderOption[]>
  /** Names of a path. */
  names: (path: readonly number[]) => Promise<string[]>
  /** Every level may be chosen, not only the last: for filters. */
  anyLevel?: boolean
  placeholder?: string
  clearable?: boolean
}

/** A choice in steps, each inside the one before: columns side by side, on narrow screens one at a time. */
export function Cascader(props: CascaderProps) {
  const { value, onChange, disabled, readOnly } = props
  const words = useWords()
  const { open, setOpen, button, close } = useOpener()
  const panelId = useId()
  const off = disabled || readOnly
  return (
    <span className={frameClass(props, 'k-picker')}>
      <CascaderButton {...props} button={button} open={open} panelId={panelId} onOpen={setOpen} />
      {props.clearable !== false && value.length > 0 && !off ? (
        <ClearButton className="k-picker-clear" onClear={() => onChange([])} />
      ) : null}
      {open ? (
        <Popover
          id={panelId}
          anchor={button}
          onClose={close}
          role="dialog"
          label={words('ui.controls.choose')}
          className="k-cascade-pop"
        >
          <CascaderColumns
            levels={props.levels}
            load={props.load}
            value={value}
            onPick={(path) => {
              const done = path.length === props.levels.length
              if (done || props.anyLevel) onChange([...path])
              if (done) close()
            }}
          />
        </Popover>
      ) : null}
    </span>
  )
}

interface CascaderButtonProps extends CascaderProps {
  button: RefObject<HTMLButtonElement | null>
  open: boolean
  panelId: string
  onOpen: (open: boolean) => void
}

/** The closed control: the names of what is chosen. */
function CascaderButton({ button, open, panelId, onOpen, ...props }: CascaderButtonProps) {
  const { value, disabled, readOnly } = props
  const words = useWords()
  const ref = useAutoFocus(props.autoFocus, button)
  const display = useNames(value, props.names)
  const off = disabled || readOnly
  return (
    <button
      {...ariaOf(props)}
      ref={ref}
      id={props.id}
      type="button"
      role="combobox"
      aria-haspopup="dialog"
      aria-expanded={open}
      aria-controls={open ? panelId : undefined}
      aria-readonly={readOnly || undefined}
      className="k-picker-btn"
      disabled={disabled}
      onFocus={props.onFocus}
      onBlur={props.onBlur}
      onClick={() => !off && onOpen(!open)}
      onKeyDown={(event) => {
        if (off || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return
        event.preventDefault()
        onOpen(true)
      }}
    >
      <span className={cx('k-picker-text', value.length === 0 && 'is-empty')}>
        {value.length > 0 ? display : (props.placeholder ?? words('ui.controls.choose'))}
      </span>
      <Icon name="chevron-down" className="k-picker-arrow" />
    </button>
  )
}

/** The names of the chosen path, once they are there; its keys until then. */
function useNames(value: readonly number[], names: CascaderProps['names']): string {
  const key = value.join(' / ')
  const { value: list } = useLoad(value.length > 0 ? () => names(value) : null, [key, names])
  return list ? list.join(' / ') : key
}
