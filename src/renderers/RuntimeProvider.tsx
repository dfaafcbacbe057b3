import type { ReactNode } from 'react'
import { I18nextProvider } from 'react-i18next'
import type { Runtime } from '../runtime/app/runtime.ts'
import { RuntimeContext } from './context.tsx'

/** Provides a runtime, and its words to what is drawn below: the product's own, and the one of a member's area. */
export function RuntimeProvider({ runtime, children }: { runtime: Runtime; children: ReactNode }) {
  return (
    <RuntimeContext.Provider value={runtime}>
      <I18nextProvider i18n={runtime.words.i18n}>{children}</I18nextProvider>
    </RuntimeContext.Provider>
  )
}
