import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Where a workspace keeps its plugins of the front end. */
const browserFolder = 'browser'

/**
 * The plugins of the front end that a workspace brings, sorted: each file directly in `browser/` gives one. What those import lies in folders
 * beside them.
 */
export function workspacePlugins(workspace: string | undefined): string[] {
  if (!workspace || !statSync(join(workspace, browserFolder), { throwIfNoEntry: false })?.isDirectory()) return []
  return readdirSync(join(workspace, browserFolder), { withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.[jt]sx?$/.test(entry.name) && !/\.(test|d)\.[jt]sx?$/.test(entry.name))
    .map((entry) => join(workspace, browserFolder, entry.name))
    .sort()
}

/** The folder of these plugins, whose files decide whether the front end is rebuilt; undefined if there is none. */
export function workspaceBrowser(workspace: string | undefined): string | undefined {
  return workspace && workspacePlugins(workspace).length > 0 ? join(workspace, browserFolder) : undefined
}
