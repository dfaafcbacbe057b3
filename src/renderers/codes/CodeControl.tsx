import { useContext } from 'react'
import type { SolvedCaptcha } from '../../runtime/account/captcha.ts'
import { sendCode } from '../../runtime/account/codes.ts'
import { CallError } from '../../runtime/callError.ts'
import { type Channel, codeEvents } from '../../schemas/codeEvents.ts'
import type { Field } from '../../schemas/field.ts'
import { RuntimeContext } from '../context.tsx'
import { controlOf, type FieldProps, type FormContext } from '../define.ts'
import { checkForm } from '../form/check.ts'
import { CodeInput } from './CodeInput.tsx'

/** The control of the kind `code`. It sends other fields of the form along, and errors in those are shown at those fields. */
export function CodeControl(props: FieldProps) {
  const { form, field, name } = props
  const runtime = useContext(RuntimeContext)
  const needs = needsOf(field)
  const along = form.model.fields.filter((each) => each.name === needs.field)
  const value = () => String(form.model.state.values[needs.field] ?? '').trim()
  const mayAsk = () => {
    const wrong = checkForm(along, form.model.state.values, form.model.state.fields, { sight: form.model.sight() })
    for (const { path, error } of wrong) tell(form, String(path[0]), textOf(form, String(path[0]), error))
    return wrong.length === 0
  }
  const send = async (solved: SolvedCaptcha): Promise<boolean> => {
    if (!runtime) return false
    try {
      const sent = needs.field === 'password' ? { password: String(form.model.state.values.password) } : { address: value() }
      await sendCode(runtime.http, { channel: needs.channel, event: needs.event, ...sent }, solved)
      return true
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      const told = Object.entries(error.fieldErrors).filter(([each]) => form.model.fields.some((one) => one.name === each))
      for (const [each, text] of told) tell(form, each, text)
      if (told.length === 0) tell(form, name, error.message)
      return false
    }
  }
  return (
    <CodeInput
      {...controlOf(props)}
      id={props.id}
      name={name}
      value={typeof props.value === 'string' ? props.value : ''}
      onChange={props.onChange}
      placeholder={props.placeholder}
      off={!runtime}
      mayAsk={mayAsk}
      send={send}
    />
  )
}

/** The way of the field's code, and the field of the form that asking needs: the new address, or the password of the own account. */
function needsOf({ event = 'user_change_email' }: Field) {
  const { channels, needs } = codeEvents[event]
  const channel: Channel = channels[0]
  return { event, channel, field: needs === 'owner' ? 'password' : channel }
}

function tell(form: FormContext, name: string, text: string): void {
  form.model.state.errors[name] = text
}

function textOf(form: FormContext, name: string, { code, params }: { code: string; params: object }): string {
  return form.t(`validate.${code}`, { label: form.t(`${form.wordsAt(name)}.label`), ...params })
}
