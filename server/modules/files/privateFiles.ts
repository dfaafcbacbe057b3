import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Files that are nobody's but who asked for them: not below `/storage/`, so no address leads to them. */
export interface PrivateFiles {
  /** Makes the directory. */
  prepare(): Promise<void>
  /** Path of a new file that is being written. */
  part(): string
  /** Moves a finished part into the private files, durably, and returns its name. */
  keep(part: string, suffix: string): Promise<string>
  /** Path of a file; throws for what is no name of one. */
  path(name: string): string
  /** Size in bytes; undefined when the file is not there. */
  size(name: string): Promise<number | undefined>
  remove(name: string): Promise<void>
  /** Names of all files, parts included, that were last changed before `before` (ms). */
  older(before: number): Promise<string[]>
}

const fileName = /^[0-9a-f-]{36}\.[a-z]{2,5}$/

/** The vault below a data directory. */
export function createPrivateFiles(dataDir: string): PrivateFiles {
  const dir = join(dataDir, 'vault')
  const path = (name: string): string => {
    if (!fileName.test(name)) throw new Error('not the name of a file of the vault')
    return join(dir, name)
  }
  const changed = async (name: string) => (await stat(path(name)).catch(() => undefined))?.mtimeMs
  return {
    prepare: async () => void (await mkdir(dir, { recursive: true, mode: 0o750 })),
    part: () => path(`${randomUUID()}.part`),
    async keep(part, suffix) {
      const name = `${randomUUID()}.${suffix}`
      const file = await open(part, 'r+')
      await file.sync().finally(() => file.close())
      await rename(part, path(name))
      return name
    },
    path,
    size: async (name) => (await stat(path(name)).catch(() => undefined))?.size,
    remove: (name) => rm(path(name), { force: true }),
    async older(before) {
      const old: string[] = []
      for (const name of await readdir(dir)) {
        if (fileName.test(name) && ((await changed(name)) ?? before) < before) old.push(name)
      }
      return old
    },
  }
}
