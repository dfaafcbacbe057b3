import type { ReactNode } from 'react'
import type { Say } from './say.ts'

/** A table of names, types and meanings, which is scrolled where it is wide. */
export function FieldTable({ t, label, children }: { t: Say; label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keyboard
    <section className="o-scroll" aria-label={label} tabIndex={0}>
      <table className="o-table">
        <thead>
          <tr>
            <th scope="col">{t('apiDocument.name')}</th>
            <th scope="col">{t('apiDocument.type')}</th>
            <th scope="col">{t('apiDocument.meaning')}</th>
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  )
}
