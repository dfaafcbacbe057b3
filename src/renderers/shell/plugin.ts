import type { ComponentType } from 'react'

/** What a plugin may add to the shell. */
export interface ShellPlugin {
  name: string
  /** Drawn bottom right among the messages, on every page. */
  Corner?: ComponentType
}

/** Types a plugin's face; plugins are listed in src/main.tsx. */
export function defineShellPlugin(plugin: ShellPlugin): ShellPlugin {
  return plugin
}
