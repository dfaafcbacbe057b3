import { type ControlProps, cx, nameOf } from '../control.ts'

export interface SwitchProps extends ControlProps {
  checked: boolean
  onChange: (checked: boolean) => void
  /** The change is being saved. */
  loading?: boolean
}

/** On or off, at once. Needs a label (visible or `label`). */
export function Switch(props: SwitchProps) {
  const off = props.disabled || props.readOnly
  return (
    <button
      {...nameOf(props)}
      id={props.id}
      type="button"
      role="switch"
      aria-checked={props.checked}
      aria-busy={props.loading || undefined}
      disabled={off}
      className={cx('k-switch', props.loading && 'is-busy')}
      onFocus={props.onFocus}
      onBlur={props.onBlur}
      onClick={() => {
        if (!props.loading) props.onChange(!props.checked)
      }}
    >
      <span className="k-switch-knob" aria-hidden="true" />
    </button>
  )
}
