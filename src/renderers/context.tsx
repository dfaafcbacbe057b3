import { createContext, useCallback, useContext } from 'react'
import { useTranslation } from 'react-i18next'
import type { Runtime } from '../runtime/app/runtime.ts'
import type { Uploads } from '../runtime/http/upload.ts'
import { interpolate } from '../schemas/language/words.ts'
import type { FieldRenderer, Screen } from './define.ts'
import type { Translate } from './ui/words.tsx'

/** The headless half of the product, for everything that is drawn. */
export const RuntimeContext = createContext<Runtime | null>(null)

/** Uploads of a form that is drawn by itself, without a runtime. */
export const UploadsContext = createContext<Uploads | null>(null)

/** The runtime. Throws outside of <App>: nothing of the product can be drawn without it. */
export function useRuntime(): Runtime {
  const runtime = useContext(RuntimeContext)
  if (!runtime) throw new Error('useRuntime() was called outside of <App runtime={…}>')
  return runtime
}

/** One object for every call: react-i18next compares its options by identity. */
const withoutSuspense = { useSuspense: false }

/** The translator of the shared words (`ui.…`, `errors.…`), below a `RuntimeProvider`. */
export function useT(): Translate {
  const { words } = useRuntime()
  const { t } = useTranslation('translation', withoutSuspense)
  // Most words have no parameters: those are looked up once, not at each drawing.
  return useCallback<Translate>((key, params) => (params ? interpolate(t(key), params) : words.t(key)), [t, words])
}

/** The tab a screen is drawn in. `active` is false while it is kept alive behind another one. */
export interface TabPlace {
  id: string
  active: boolean
}

export const TabContext = createContext<TabPlace | null>(null)

/** The tab around this screen; null outside of tabs. */
export function useTab(): TabPlace | null {
  return useContext(TabContext)
}

/** Loads the ids of the screens this product was built with, whether or not the person may open them. */
export const ScreenIdsContext = createContext<() => Promise<readonly string[]>>(async () => [])

/** Screens, sections of forms and parts of dashboards that plugins draw, by name. */
export const PluginScreensContext = createContext<Readonly<Record<string, Screen>>>({})

/** Screens, sections of forms and parts of dashboards that plugins draw. */
export function usePluginScreens(): Readonly<Record<string, Screen>> {
  return useContext(PluginScreensContext)
}

/** Controls that plugins bring, by kind of field. */
export const PluginFieldsContext = createContext<Readonly<Record<string, FieldRenderer>>>({})
