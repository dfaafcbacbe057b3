import type { RegisterWay } from '../../runtime/app/member.ts'
import { registerEvent } from '../../schemas/codeEvents.ts'
import { useT } from '../context.tsx'
import type { Faults } from '../shell/login/loginFaults.ts'
import type { SignIn, SignInValues } from '../shell/login/useSignIn.ts'
import { RadioGroup } from '../ui/inputs/RadioGroup.tsx'
import type { Translate } from '../ui/words.tsx'
import { AddressAndCode, codeFaults } from './AddressAndCode.tsx'

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
      {way === 'name' ? null : <AddressAndCode signIn={signIn} way={way} event={registerEvent} />}
    </>
  )
}

/** What is posted beside name and password. */
export function registrationOf(way: RegisterWay, { address, captcha }: SignInValues) {
  return way === 'name' ? {} : { registerType: way, [way]: address.trim(), captcha: captcha.trim() }
}

/** What is wrong with it, before the server is asked. */
export function registrationFaults(way: RegisterWay, values: SignInValues, t: Translate): Faults {
  return way === 'name' ? {} : codeFaults(way, values, t)
}
