import { useState } from 'react'
import { useRuntime, useT } from '../../../../../src/renderers/context.tsx'
import { Button } from '../../../../../src/renderers/ui/Button.tsx'
import { useLoad } from '../../../../../src/renderers/useLoad.ts'
import { CallError } from '../../../../../src/runtime/callError.ts'
import type { SignState } from '../../../contract/storefront.ts'
import { read, step } from '../calls.ts'
import { Part } from '../parts/Part.tsx'

/** Signs in for the day, and shows what today gave and the next days will give. */
export function SignIn({ onSigned }: { onSigned: () => void }) {
  const t = useT()
  const runtime = useRuntime()
  const [busy, setBusy] = useState(false)
  const { value, reload } = useLoad(() => read<SignState>(runtime, '/api/points.Sign/index'), [runtime])
  // Without a rule there is nothing to get.
  if (!value || value.next.length === 0) return null
  const { signed, streak, next } = value
  const sign = async () => {
    setBusy(true)
    try {
      const { score } = await step<{ score: number }>(runtime, '/api/points.Sign/sign', {}, { showCodeMessage: false })
      runtime.notices.push('success', t('storefront.sign.got', { n: score }))
      onSigned()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      runtime.notices.push('error', error.message)
    }
    setBusy(false)
    reload()
  }
  return (
    <Part title={t('storefront.sign.title')}>
      <p className="st-quiet" role="status">
        {t(signed ? 'storefront.sign.done' : streak === 0 ? 'storefront.sign.first' : 'storefront.sign.open', { n: streak })}
      </p>
      <ol className="st-ladder">
        {next.map(({ day, score }, i) => (
          <li key={day} className="st-card" aria-current={!signed && i === 0 ? 'step' : undefined}>
            <b>{t('storefront.sign.points', { n: score })}</b>
            <span className="st-quiet">
              {i === 0 && !signed ? t('storefront.sign.today') : t('storefront.sign.day', { n: day })}
            </span>
          </li>
        ))}
      </ol>
      <p className="st-lead">
        <Button
          look="primary"
          loading={busy}
          reason={signed ? t('storefront.sign.tomorrow') : undefined}
          onClick={() => void sign()}
        >
          {t('storefront.sign.sign')}
        </Button>
      </p>
    </Part>
  )
}
