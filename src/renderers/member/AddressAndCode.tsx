import { sendCode } from '../../runtime/account/codes.ts'
import type { Channel, CodeEventName } from '../../schemas/codeEvents.ts'
import { emailPattern } from '../../schemas/kinds/email.ts'
import { mobilePattern } from '../../schemas/kinds/mobile.ts'
import { CodeInput } from '../codes/CodeInput.tsx'
import { useRuntime, useT } from '../context.tsx'
import { type Faults, serverFaults } from '../shell/login/loginFaults.ts'
import type { SignIn, SignInValues } from '../shell/login/useSignIn.ts'
import { Field } from '../ui/inputs/Field.tsx'
import { Input } from '../ui/inputs/Input.tsx'
import type { Translate } from '../ui/words.tsx'

interface AddressAndCodeProps {
  signIn: SignIn
  way: Channel
  /** What the code is for. */
  event: CodeEventName
}

/** An address, and the code that is sent there. */
export function AddressAndCode({ signIn, way, event }: AddressAndCodeProps) {
  const { http } = useRuntime()
  const t = useT()
  const { values, faults, set, show } = signIn
  const mayAsk = () => {
    const wrong = addressFault(way, values.address, t)
    if (wrong.address) show(wrong)
    return !wrong.address
  }
  return (
    <>
      <Field label={t(`member.login.ways.${way}`)} error={faults.address}>
        {(control) => (
          <Input
            {...control}
            required
            name="address"
            size="large"
            type={way === 'email' ? 'email' : 'tel'}
            autoComplete={way === 'email' ? 'email' : 'tel'}
            spellCheck={false}
            maxLength={way === 'email' ? 100 : 11}
            value={values.address}
            onChange={(text) => set('address', text)}
          />
        )}
      </Field>
      <Field label={t('member.login.code')} error={faults.captcha}>
        {(control) => (
          <CodeInput
            {...control}
            required
            name="captcha"
            size="large"
            value={values.captcha}
            onChange={(text) => set('captcha', text)}
            mayAsk={mayAsk}
            send={(solved) =>
              sendCode(http, { channel: way, event, address: values.address.trim() }, solved).then(
                () => true,
                (error: unknown) => {
                  const { form, ...told } = serverFaults(error, t('ui.login.failed'))
                  show(form ? { captcha: form } : told)
                  return false
                },
              )
            }
          />
        )}
      </Field>
    </>
  )
}

/** What is wrong with address and code, before the server is asked. */
export function codeFaults(way: Channel, { address, captcha }: SignInValues, t: Translate): Faults {
  const hasCode = /^[0-9A-Za-z]{4,8}$/.test(captcha.trim())
  return {
    ...addressFault(way, address, t),
    ...(hasCode ? {} : { captcha: t('validate.code', { label: t('member.login.code') }) }),
  }
}

const patterns = { email: new RegExp(emailPattern), mobile: new RegExp(mobilePattern) }

/** An address that cannot be one. */
function addressFault(way: Channel, address: string, t: Translate): Faults {
  const isRight = patterns[way].test(address.trim())
  return isRight ? {} : { address: t(`validate.${way}`, { label: t(`member.login.ways.${way}`) }) }
}
