import { useState } from 'react'
import { controlOf, defineField, type FieldProps } from '../define.ts'
import { Icon } from '../ui/Icon.tsx'
import { Input } from '../ui/inputs/Input.tsx'

/** A new password: never filled in, shown only on request. Left empty in an edit form it stays as it is. */
function PasswordControl(props: FieldProps) {
  const [shown, setShown] = useState(false)
  const name = props.form.t(shown ? 'ui.form.hidePassword' : 'ui.form.showPassword')
  return (
    <Input
      {...controlOf(props)}
      id={props.id}
      name={props.name}
      type={shown ? 'text' : 'password'}
      autoComplete="new-password"
      value={typeof props.value === 'string' ? props.value : ''}
      onChange={props.onChange}
      maxLength={32}
      placeholder={props.placeholder}
      suffix={
        <button
          type="button"
          className="k-field-btn"
          aria-label={name}
          data-tip={name}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          <Icon name={shown ? 'eye-slash' : 'eye'} />
        </button>
      }
    />
  )
}

export const password = defineField({ Control: PasswordControl })
