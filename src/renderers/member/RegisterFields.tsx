import { sendCode } from '../../runtime/account/codes.ts'
import type { RegisterWay } from '../../runtime/app/member.ts'
import { type Channel, registerEvent } from '../../schemas/codeEvents.ts'
import { emailPattern } from '../../schemas/kinds/email.ts'
import { mobilePattern } from '../../schemas/kinds/mobile.ts'
import { CodeInput } from '../codes/CodeInput.tsx'
import { useRuntime, useT } from '../context.tsx'
import { type Faults, serverFaults } from '../shell/login/loginFaults.ts'
import type { SignIn, SignInValues } from '../shell/login/useSignIn.ts'
import { Field } from '../ui/inputs/Field.tsx'
import { Input } from '../ui/inputs/Input.tsx'
import { RadioGroup } from '../ui/inputs/RadioGroup.tsx'
import type { Translate } from '../ui/words.tsx'

interface RegisterFieldsProps {
  signIn: SignIn
  ways: readonly RegisterWay[]
  way: RegisterWay
  onChoose(way: RegisterWay): void
}

/** By what a new account registers: the way where there are several, and for an address the code that is sent there. */
export function RegisterFields({ signIn, ways, way, onChoose }: RegisterFieldsProps) {
  const t = useT()
  return (
    <>
      {ways.length > 1 ? (
        <RadioGroup
          label={t('member.login.by')}
          value={way}
          options={ways.map((each) => ({ value: each, label: t(`member.login.ways.${each}`) }))}
          onChange={(value) => onChoose(ways.find((each) => each === value) ?? way)}
        />
      ) : null}
      {way === 'name' ? null : <AddressAndCode signIn={signIn} way={way} />}
    </>
  )
}

function AddressAndCode({ signIn, way }: { signIn: SignIn; way: Channel }) {
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
              sendCode(http, { channel: way, event: registerEvent, address: values.address.trim() }, solved).then(
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

/** What is posted beside name and password. */
export function registrationOf(way: RegisterWay, { address, captcha }: SignInValues) {
  return way === 'name' ? {} : { registerType: way, [way]: address.trim(), captcha: captcha.trim() }
}

/** What can be said of it before the server is asked. */
export function registrationFaults(way: RegisterWay, { address, captcha }: SignInValues, t: Translate): Faults {
  if (way === 'name') return {}
  const hasCode = /^[0-9A-Za-z]{4,8}$/.test(captcha.trim())
  return {
    ...addressFault(way, address, t),
    ...(hasCode ? {} : { captcha: t('validate.code', { label: t('member.login.code') }) }),
  }
}

const patterns = { email: new RegExp(emailPattern), mobile: new RegExp(mobilePattern) }

function addressFault(way: Channel, address: string, t: Translate): Faults {
  const isRight = patterns[way].test(address.trim())
  return isRight ? {} : { address: t(`validate.${way}`, { label: t(`member.login.ways.${way}`) }) }
}
