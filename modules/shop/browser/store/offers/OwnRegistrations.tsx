import { Link } from 'react-router-dom'
import { useRuntime, useT } from '../../../../../src/renderers/context.tsx'
import { Tag } from '../../../../../src/renderers/ui/display/Tag.tsx'
import { useLoad } from '../../../../../src/renderers/useLoad.ts'
import { payPath } from '../../../contract/bills.ts'
import type { OwnRegistration } from '../../../contract/storefront.ts'
import { read } from '../calls.ts'
import { Part } from '../parts/Part.tsx'
import { yuanText } from '../parts/Yuan.tsx'

/** States of a registration (E7) that can still be paid. */
const toPay = 1
const severities = ['info', 'warning', 'primary', 'success', 'danger', 'info'] as const

/** The member's registrations; those that are to be paid lead to their payment. */
export function OwnRegistrations({ fresh }: { fresh: number }) {
  const t = useT()
  const runtime = useRuntime()
  const load = async () => (await read<{ list: OwnRegistration[] }>(runtime, '/api/shop.Join/mine')).list
  const { value } = useLoad(load, [runtime], { fresh })
  if (!value || value.length === 0) return null
  return (
    <Part title={t('storefront.competitions.mine')}>
      <ul className="st-said">
        {value.map((own) => (
          <li key={own.id}>
            <p className="st-said-head">
              <b>{own.title}</b>
              <Tag severity={severities[own.status] ?? 'info'}>{t(`storefront.competitions.status.${own.status}`)}</Tag>
            </p>
            <p className="st-quiet">
              {[own.group_name, own.join_no, own.bibs.join('、')].filter(Boolean).join(' · ')}
              {own.fee === '0.00' ? '' : ` · ${yuanText(own.fee)}`}
            </p>
            {own.status === toPay ? (
              <p>
                <Link className="k-btn k-btn-primary" to={payPath('registration', own.id)}>
                  <span className="k-btn-text">{t('storefront.competitions.pay', { amount: yuanText(own.fee) })}</span>
                </Link>
              </p>
            ) : null}
          </li>
        ))}
      </ul>
    </Part>
  )
}
