import { useT } from '../context.tsx'
import { Icon } from '../ui/Icon.tsx'
import type { Verdict } from './useChallenge.ts'

/** The result, also announced to screen readers. */
export function Said({ verdict, wrong }: { verdict: Verdict; wrong: string }) {
  const t = useT()
  return (
    <p className="k-captcha-said" role="status" data-verdict={verdict ?? undefined}>
      {verdict ? <Icon name={verdict === 'right' ? 'check-circle' : 'exclamation-circle'} /> : null}
      {verdict === 'right' ? t('ui.captcha.success') : verdict === 'wrong' ? wrong : ''}
    </p>
  )
}
