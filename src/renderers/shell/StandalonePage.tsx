import { type ReactNode, useEffect } from 'react'
import { useRuntime } from '../context.tsx'
import { usePageTitle } from '../usePageTitle.ts'
import { LanguageMenu } from './LanguageMenu.tsx'
import { navigationEnded } from './pending.ts'
import { ThemeButton } from './ThemeButton.tsx'

/** The frame of standalone pages (sign in, loading, 401, 404): language and theme above, the content in the middle. */
export function StandalonePage({ title, children, ends = true }: { title: string; children: ReactNode; ends?: boolean }) {
  const runtime = useRuntime()
  usePageTitle(title, runtime)
  useEffect(() => {
    if (ends) navigationEnded()
  }, [ends])
  return (
    <div className="k-lone">
      <header className="k-lone-tools">
        <LanguageMenu />
        <ThemeButton />
      </header>
      <main className="k-lone-main">{children}</main>
    </div>
  )
}
