import { ariaOf, type ControlProps, cx, frameClass } from '../control.ts'
import { ClearButton } from '../inputs/ClearButton.tsx'
import { useWords } from '../words.tsx'

export interface ColorPickerProps extends ControlProps {
  /** '#rgb', '#rrggbb', with `alpha` '#rrggbbaa', as functions 'rgb(…)', 'rgba(…)'; or ''. */
  value: string
  onChange: (value: string) => void
  /** It may let something through: a slider for how much, and two more digits. */
  alpha?: boolean
  clearable?: boolean
}

interface Parts {
  /** '#rrggbb' */
  solid: string
  /** 0 (nothing) to 100 (solid). */
  percent: number
}

/** A colour: the system's picker (keyboard and screen reader included) beside its text, and with `alpha` a slider. */
export function ColorPicker(props: ColorPickerProps) {
  const words = useWords()
  const { value, onChange, disabled, readOnly } = props
  const off = disabled || readOnly
  const read = partsOf(value)
  const bad = value !== '' && (read === undefined || (!props.alpha && read.percent < 100))
  const parts = read ?? { solid: '#000000', percent: 100 }
  return (
    <span className={frameClass({ ...props, invalid: props.invalid || bad }, 'k-color')}>
      <input
        type="color"
        className={cx('k-color-well', read === undefined && 'is-none')}
        aria-label={words('ui.controls.pickColor')}
        value={parts.solid}
        disabled={off}
        onChange={(event) => onChange(textOf({ ...parts, solid: event.target.value }))}
      />
      {props.alpha ? (
        <input
          type="range"
          className="k-color-alpha"
          aria-label={words('ui.color.opacity')}
          aria-valuetext={`${parts.percent} %`}
          data-tip={`${words('ui.color.opacity')}: ${parts.percent} %`}
          min={0}
          max={100}
          value={parts.percent}
          disabled={off}
          onChange={(event) => onChange(textOf({ ...parts, percent: Number(event.target.value) }))}
        />
      ) : null}
      <input
        {...ariaOf(props)}
        id={props.id}
        className="k-input k-mono"
        value={value}
        placeholder={props.alpha ? '#3366CC80' : '#3366CC'}
        maxLength={50}
        spellCheck={false}
        disabled={disabled}
        readOnly={readOnly}
        onFocus={props.onFocus}
        onBlur={props.onBlur}
        onChange={(event) => onChange(event.target.value.trim())}
      />
      {props.clearable !== false && value !== '' && !off ? <ClearButton onClear={() => onChange('')} /> : null}
    </span>
  )
}

/** What the picker shows of a colour's text; undefined for a text that is no colour. */
export function partsOf(text: string): Parts | undefined {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(text)
  if (short)
    return {
      solid: `#${short
        .slice(1)
        .map((digit) => digit + digit)
        .join('')}`,
      percent: 100,
    }
  const long = /^(#[0-9a-f]{6})([0-9a-f]{2})?$/i.exec(text)
  if (long) return { solid: long[1] ?? '', percent: Math.round((Number.parseInt(long[2] ?? 'ff', 16) / 255) * 100) }
  const called = /^rgba?\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*(?:,\s*([\d.]+)(%?)\s*)?\)$/i.exec(text)
  if (!called) return undefined
  const [, r, g, b, a = '1', sign] = called
  const percent = Math.round(Number(a) * (sign ? 1 : 100))
  return {
    solid: `#${[r, g, b].map((part) => twoDigits(Math.min(255, Number(part)))).join('')}`,
    percent: Math.min(100, percent),
  }
}

function textOf({ solid, percent }: Parts): string {
  return percent >= 100 ? solid : `${solid}${twoDigits(Math.round((percent * 255) / 100))}`
}

function twoDigits(number: number): string {
  return number.toString(16).padStart(2, '0')
}
