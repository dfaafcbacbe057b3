import type { ReactNode } from 'react'

/** A part of a page below its own heading. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="st-part">
      <h2>{title}</h2>
      {children}
    </section>
  )
}
