import { randomUUID } from 'node:crypto'
import { link, mkdir, open, readdir, rm, stat, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { storagePrefix } from '../../../src/schemas/api/upload.ts'
import { isStorageAddress } from '../../core/saveName.ts'

/** Storage of uploaded files: on the local disk, outside the static files of the site. */
export interface Storage {
  /** Directory of the files; addresses below `/storage/` are paths below it. */
  dir: string
  /** Makes the directories. */
  prepare(): Promise<void>
  /** Path of a new file for what is being received; nobody else gets it. */
  temporary(): string
  /** Puts a finished temporary file at an address, durably; what is there already (the same content) stays. */
  place(from: string, url: string): Promise<void>
  has(url: string): Promise<boolean>
  /** Takes a file away; true when there was one. */
  remove(url: string): Promise<boolean>
  /** Addresses of all files that were last changed before `before` (ms). */
  older(before: number): AsyncIterable<string>
  /** Removes temporary files of receptions that ended without tidying up, older than `before` (ms). */
  purgeTemporary(before: number): Promise<void>
}

/** The store below a data directory. */
export function makeStorage(dataDir: string): Storage {
  const dir = join(dataDir, 'storage')
  const incoming = join(dataDir, 'incoming')
  const pathOf = (url: string): string => {
    if (!isStorageAddress(url)) throw new Error('not the address of an uploaded file')
    return join(dir, url.slice(storagePrefix.length))
  }
  return {
    dir,
    async prepare() {
      await mkdir(dir, { recursive: true, mode: 0o750 })
      await mkdir(incoming, { recursive: true, mode: 0o750 })
    },
    temporary: () => join(incoming, randomUUID()),
    async place(from, url) {
      const to = pathOf(url)
      const made = await mkdir(dirname(to), { recursive: true, mode: 0o750 })
      try {
        await link(from, to)
      } catch (error) {
        if (codeOf(error) !== 'EEXIST') throw error
      }
      await syncDirectory(dirname(to))
      if (made !== undefined) await syncDirectory(dirname(made))
    },
    has: async (url) => (await statOf(pathOf(url))) !== undefined,
    async remove(url) {
      try {
        await unlink(pathOf(url))
        return true
      } catch (error) {
        if (codeOf(error) !== 'ENOENT') throw error
        return false
      }
    },
    async *older(before) {
      for (const entry of await readdir(dir, { recursive: true, withFileTypes: true })) {
        const path = join(entry.parentPath, entry.name)
        const url = storagePrefix + path.slice(dir.length + 1).replaceAll('\\', '/')
        if (entry.isFile() && isStorageAddress(url) && ((await statOf(path))?.mtimeMs ?? before) < before) yield url
      }
    },
    async purgeTemporary(before) {
      for (const name of await readdir(incoming)) {
        const path = join(incoming, name)
        if (((await statOf(path))?.mtimeMs ?? before) < before) await rm(path, { force: true })
      }
    },
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

async function statOf(path: string) {
  try {
    return await stat(path)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
    return undefined
  }
}

/** The name of a new file is durable only when its directory is. Systems that cannot open directories keep names themselves. */
async function syncDirectory(path: string): Promise<void> {
  try {
    const directory = await open(path, 'r')
    try {
      await directory.sync()
    } finally {
      await directory.close()
    }
  } catch (error) {
    if (!['EISDIR', 'EPERM', 'EACCES', 'EINVAL'].includes(codeOf(error))) throw error
  }
}
