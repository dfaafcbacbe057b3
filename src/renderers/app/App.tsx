import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import type { Runtime } from '../../runtime/app/runtime.ts'
import { PluginFieldsContext, PluginScreensContext, ScreenIdsContext } from '../context.tsx'
import type { ShellPlugin } from '../face.ts'
import { RuntimeProvider } from '../RuntimeProvider.tsx'
import { ConfirmHost } from '../ui/overlays/ConfirmDialog.tsx'
import { withdrawQuestions } from '../ui/overlays/confirm.ts'
import { TooltipLayer } from '../ui/overlays/Tooltip.tsx'
import { type Translate, UiWordsProvider } from '../ui/words.tsx'
import { OfflineBar } from './OfflineBar.tsx'
import { createRouter, followFeed, followNavigation, onLeaving, Pages, type RouterOptions } from './router.tsx'
import { ToastSlot } from './ToastSlot.tsx'
import { useTokens } from './useTokens.ts'

export interface AppProps {
  runtime: Runtime
  /** Loads the ids of the screens this product was built with. */
  screenIds: () => Promise<readonly string[]>
  plugins: readonly ShellPlugin[]
  /** Public pages of modules, and the way to the back office. */
  routes: RouterOptions
}

/** The root component: providers, router, and the overlays above every page. */
export function App({ runtime, screenIds, plugins, routes }: AppProps) {
  const [router] = useState(() => createRouter(runtime, routes))
  useTokens(runtime.stores.layout, runtime.words.lang())
  useEffect(() => followNavigation(runtime, router), [runtime, router])
  useEffect(() => onLeaving(router, withdrawQuestions), [router])
  useEffect(() => followFeed(runtime, router), [runtime, router])
  const [screens] = useState(() => Object.assign({}, ...plugins.map((plugin) => plugin.screens)))
  const [fields] = useState(() => Object.assign({}, ...plugins.map((plugin) => plugin.fields)))
  return (
    <RuntimeProvider runtime={runtime}>
      <ScreenIdsContext.Provider value={screenIds}>
        <PluginScreensContext.Provider value={screens}>
          <PluginFieldsContext.Provider value={fields}>
            <UiWordsProvider value={runtime.words.t as Translate}>
              {plugins.map(({ name, bannerSlot: Top }) => (Top ? <Top key={name} /> : null))}
              <Pages router={router} />
              <OfflineBar />
              <ConfirmHost />
              <Above plugins={plugins} />
            </UiWordsProvider>
          </PluginFieldsContext.Provider>
        </PluginScreensContext.Provider>
      </ScreenIdsContext.Provider>
    </RuntimeProvider>
  )
}

/** Messages and tooltips live beside the root, so that a modal dialog, which makes the root inert, does not silence them. */
function Above({ plugins }: { plugins: readonly ShellPlugin[] }) {
  return createPortal(
    <>
      <ToastSlot plugins={plugins} />
      <TooltipLayer />
    </>,
    document.body,
  )
}
