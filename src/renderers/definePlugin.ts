import type { ComponentType } from 'react'
import type { FieldRenderer, Screen } from './define.ts'

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

/** Types a plugin's face; plugins are listed in src/main.tsx. */
export function defineShellPlugin(plugin: ShellPlugin): ShellPlugin {
  return plugin
}
