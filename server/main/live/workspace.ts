import { existsSync, mkdirSync, realpathSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { schemaSources } from '../../../codegen/load/schemaSources.ts'
import type { Settings } from '../../core/environment/settingRow.ts'
import type { Workspace, WorkspaceChanges } from '../../core/workspace.ts'
import { enabledOf, listInstalled } from '../../modules/market/store.ts'
import { filesFrom, hashOf, readWorkspace, WorkspaceError, type WorkspaceFiles, writeWorkspace } from './files.ts'
import { packageFolders } from './packages.ts'
import { newestRevision, publishRevision } from './store.ts'

/** The workspace of a server: its folder where one is set, else what the database has. */
export function makeWorkspace(settings: Settings): Workspace {
  const { workspace: folder, modules, dataDir } = settings
  const staged = join(dataDir, 'draft', 'workspace')
  return {
    place: folder === undefined ? 'database' : 'folder',
    read: async (read) => (folder === undefined ? ((await newestRevision({ read })) ?? new Map()) : readWorkspace(folder)),
    async change(trx, changes, now) {
      if (folder !== undefined) return changeFolder(folder, changes)
      await publishRevision(trx, changed((await newestRevision({ read: trx })) ?? new Map(), changes), now)
    },
    isTaken: (id) => schemaSources(modules).some((dir) => existsSync(join(dir, 'pages', id, 'page.json'))),
    hash: hashOf,
    async stage(db, files) {
      const packages = await packageFolders(settings, db, enabledOf(await listInstalled(db)))
      mkdirSync(staged, { recursive: true })
      await writeWorkspace(staged, files)
      return [...schemaSources(modules), ...packages, staged]
    },
  }
}

function changed(files: WorkspaceFiles, changes: WorkspaceChanges): WorkspaceFiles {
  const texts: Record<string, string> = Object.fromEntries(files)
  for (const [name, text] of changes)
    if (text === null) delete texts[name]
    else texts[name] = text
  return filesFrom(texts)
}

/** Writes each file to a temporary name first, and renames all of them at the end. Nothing outside of the folder is written, also not through links. */
function changeFolder(folder: string, changes: WorkspaceChanges): void {
  const root = realpathSync(folder)
  const pending: [string, string][] = []
  try {
    for (const [name, text] of filesFrom(Object.fromEntries([...changes].filter(([, text]) => text !== null)))) {
      const path = join(root, name)
      mkdirSync(requireInside(root, dirname(path)), { recursive: true })
      requireInside(root, dirname(path))
      writeFileSync(`${path}.new`, text)
      pending.push([`${path}.new`, path])
    }
    for (const [from, to] of pending) renameSync(from, to)
  } catch (error) {
    for (const [from] of pending) rmSync(from, { force: true })
    throw error
  }
  for (const [name, text] of changes) if (text === null) removeFile(root, name)
}

/** The folder itself; throws where it, or what there is of it, leads out of the root. */
function requireInside(root: string, folder: string): string {
  let there = folder
  while (!existsSync(there)) there = dirname(there)
  const real = realpathSync(there)
  if (real !== root && !real.startsWith(root + sep)) throw new WorkspaceError(`${folder} is outside of the workspace`)
  return folder
}

/** Removes a file, and the folders that are empty without it. */
function removeFile(root: string, name: string): void {
  const path = join(root, name)
  requireInside(root, dirname(path))
  rmSync(path, { force: true })
  for (let folder = dirname(path); folder !== root; folder = dirname(folder)) {
    try {
      rmdirSync(folder)
    } catch {
      return
    }
  }
}
