/**
 * `kontor/plugin`: what a plugin of the front end may use. Everything else of the package may change with any version; this face changes by
 * semver. A plugin says what it adds with `defineShellPlugin`, and loads the rest of its code when that is drawn.
 */
import type { ComponentType } from 'react'
import type { FieldRenderer, Screen } from './define.ts'

export type { Runtime } from '../runtime/app/runtime.ts'
export type { LoadedPage } from '../runtime/page.ts'
export { useRuntime, useT } from './context.tsx'
export { defineField, defineScreen, type FieldProps, type FormContext, type ScreenProps } from './define.ts'
export { lazyComponent } from './lazyComponent.tsx'
export { useLoad } from './useLoad.ts'
export { useValue } from './useValue.ts'

/** What a plugin may add to the shell. */
export interface ShellPlugin {
  name: string
  /** Drawn bottom right among the messages, on every page. */
  toastSlot?: ComponentType
  /** Drawn above every page. */
  bannerSlot?: ComponentType
  /**
   * Screens of pages of kind `plugin`, and sections of forms (`form.plugins`), by the name used in the page; what stands above the
   * figures of a dashboard, by the id of its page.
   */
  screens?: Readonly<Record<string, Screen>>
  /** Controls of field kinds whose row in the catalogue leaves them to a plugin, by kind. */
  fields?: Readonly<Record<string, FieldRenderer>>
}

/**
 * Types what a plugin adds. Plugins of the product are listed in src/main/start.tsx, those of a module in its browser half; a workspace has
 * one in each file of `browser/`, as its default export.
 */
export function defineShellPlugin(plugin: ShellPlugin): ShellPlugin {
  return plugin
}
