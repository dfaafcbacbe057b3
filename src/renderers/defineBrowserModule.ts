import type { NotificationSource } from '../runtime/feed/source.ts'
import type { PublicPageLoader, PublicPages } from './app/router.tsx'
import type { ShellPlugin } from './face.ts'

/** What a module (`modules/<name>`) adds to the front end. It is bundled only while the module is on. */
export interface BrowserModule {
  /** Name of the module's folder. */
  name: string
  /** Loads the public page at `/`, which replaces the platform's own. Of several modules the first one that has a page serves it. */
  home?: PublicPageLoader
  /** Loads the module's public pages, by pattern of their path (`/goods/:id`); never below `/admin` or `/user`. The back office loads none of them. */
  pages?: PublicPages
  plugins?: readonly ShellPlugin[]
  /** Where live notifications come from; at most one module has them. */
  notifications?: NotificationSource
}

/** Checks the type of a module's browser half: `browser/module.ts` exports it as `browserModule`. */
export function defineBrowserModule(module: BrowserModule): BrowserModule {
  return module
}
