import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { fingerprintOf, readPublicKey } from '../../../codegen/package/signature.ts'
import { messageOf } from '../../../src/schemas/errors.ts'
import { Refused } from '../../core/refuse.ts'

const manifest = resolve(import.meta.dirname, '../../../package.json')

/** The version of this Kontor, which packages are made for. */
export function kontorVersion(): string {
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }
  return version
}

/** The public keys that are trusted. Throws `Refused` with the file that cannot be read, or holds none. */
export async function readKeys(paths: readonly string[]): Promise<string[]> {
  return Promise.all(
    paths.map(async (path) => {
      try {
        const pem = await readFile(path, 'utf8')
        readPublicKey(pem)
        return pem
      } catch (error) {
        throw new Refused('module.key', { path, what: messageOf(error) })
      }
    }),
  )
}

/** The names of the keys that are trusted. */
export async function fingerprints(paths: readonly string[]): Promise<string[]> {
  return (await readKeys(paths)).map((pem) => fingerprintOf(readPublicKey(pem)))
}
