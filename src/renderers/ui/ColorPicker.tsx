import { ariaOf, type ControlProps, cx } from './control.ts'
import { Icon } from './Icon.tsx'
import { useWords } from './words.tsx'

export interface ColorPickerProps extends ControlProps {
  /** '#rrggbb' or ''. */
  value: string
  onChange: (value: string) => void
  clearable?: boolean
}

const hex = /^#[0-9a-f]{6}$/i

/** A colour: the system's picker (keyboard and screen reader included) beside its text. */
export function ColorPicker(props: ColorPickerProps) {
  const words = useWords()
  const { value, onChange, disabled, readOnly } = props
  const off = disabled || readOnly
  const bad = value !== '' && !hex.test(value)
  return (
    <span
      className={cx(
        'k-field',
        'k-color',
        disabled && 'is-disabled',
        readOnly && 'is-readonly',
        (props.invalid || bad) && 'is-invalid',
      )}
    >
      <input
        type="color"
        className="k-color-well"
        aria-label={words('ui.controls.pickColor')}
        value={hex.test(value) ? value : '#000000'}
        disabled={off}
        onChange={(event) => onChange(event.target.value)}
      />
      <input
        {...ariaOf(props)}
        id={props.id}
        className="k-input k-mono"
        value={value}
        placeholder="#rrggbb"
        maxLength={7}
        spellCheck={false}
        disabled={disabled}
        readOnly={readOnly}
        onFocus={props.onFocus}
        onBlur={props.onBlur}
        onChange={(event) => onChange(event.target.value.trim())}
      />
      {props.clearable !== false && value !== '' && !off ? (
        <button type="button" className="k-field-btn" aria-label={words('ui.controls.clear')} onClick={() => onChange('')}>
          <Icon name="times" />
        </button>
      ) : null}
    </span>
  )
}
