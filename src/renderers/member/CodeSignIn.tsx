import { useState } from 'react'
import { memberOf } from '../../runtime/app/member.ts'
import { type Channel, loginEvent } from '../../schemas/codeEvents.ts'
import { useRuntime, useT } from '../context.tsx'
import { SignInForm } from '../shell/login/SignInForm.tsx'
import { useSignIn } from '../shell/login/useSignIn.ts'
import { RadioGroup } from '../ui/inputs/RadioGroup.tsx'
import { AddressAndCode, codeFaults } from './AddressAndCode.tsx'

/** Signing in with a code that is sent to the member's address, and no password. */
export function CodeSignIn({ ways }: { ways: readonly Channel[] }) {
  const t = useT()
  const member = memberOf(useRuntime())
  const [chosen, setChosen] = useState<Channel>()
  const way = chosen ?? ways[0] ?? 'email'
  const signIn = useSignIn({
    area: 'user',
    byCode: true,
    // Sending the code took a captcha already.
    needs: async () => ({ captcha: false }),
    send: ({ keep, address, captcha }) =>
      member.signIn({ keep, loginType: way, [way]: address.trim(), captcha: captcha.trim() }, 'login'),
    check: (values) => codeFaults(way, values, t),
  })
  const choose = (next: Channel) => {
    setChosen(next)
    signIn.set('address', '')
    signIn.set('captcha', '')
  }
  return (
    <SignInForm
      signIn={signIn}
      submit={t('ui.login.submit')}
      entries={
        <>
          {ways.length > 1 ? (
            <RadioGroup
              label={t('member.login.codeBy')}
              value={way}
              options={ways.map((each) => ({ value: each, label: t(`member.login.ways.${each}`) }))}
              onChange={(value) => choose(ways.find((each) => each === value) ?? way)}
            />
          ) : null}
          <AddressAndCode signIn={signIn} way={way} event={loginEvent} />
        </>
      }
    />
  )
}
