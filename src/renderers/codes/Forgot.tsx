import { useEffect, useState } from 'react'
import { waysToVerify } from '../../runtime/account/codes.ts'
import type { Channel } from '../../schemas/codeEvents.ts'
import { useRuntime, useT } from '../context.tsx'
import { lazyComponent } from '../lazyComponent.tsx'
import { Button } from '../ui/Button.tsx'

const ForgotDialog = lazyComponent(() => import('./ForgotDialog.tsx').then((module) => module.ForgotDialog))

/** The way back for who has forgotten the password: by a code where the site sends any, else a word about whom to ask. */
export function Forgot() {
  const t = useT()
  const { http } = useRuntime()
  const [ways, setWays] = useState<readonly Channel[]>([])
  const [open, setOpen] = useState(false)
  useEffect(() => {
    waysToVerify(http).then(setWays, () => undefined) // said already by who else asks for it
  }, [http])
  if (ways.length === 0) return t('member.login.forgot')
  return (
    <>
      <Button look="link" onClick={() => setOpen(true)}>
        {t('member.forgot.open')}
      </Button>
      {open ? <ForgotDialog ways={ways} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
