import type { ReactNode } from 'react'
import { I18nextProvider } from 'react-i18next'
import type { Runtime } from '../runtime/app/runtime.ts'
import { RuntimeContext, UploadsContext } from './context.tsx'

/** Provides a runtime, its words and its uploads to what is drawn below: the product's own, and the one of a member's area. */
export function RuntimeProvider({ runtime, children }: { runtime: Runtime; children: ReactNode }) {
  return (
    <RuntimeContext.Provider value={runtime}>
      <I18nextProvider i18n={runtime.words.i18n}>
        <UploadsContext.Provider value={runtime.uploads}>{children}</UploadsContext.Provider>
      </I18nextProvider>
    </RuntimeContext.Provider>
  )
}
