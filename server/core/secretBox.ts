import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { mkdir, open, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Encrypts values that the server must read again but the database alone must not reveal (controls C31). */
export interface SecretBox {
  /** The text as it is stored. `use` and `owner` are bound to it: in the row of another owner it cannot be opened. */
  close(use: string, owner: string | number, text: string): Promise<string>
  /**
   * Like `close`, but deterministic: the same text of the same owner has the same ciphertext, so that the database can enforce
   * uniqueness. The database alone reveals which rows are equal, and nothing else.
   */
  closeSame(use: string, owner: string | number, text: string): Promise<string>
  /** HMAC-SHA-256 of a text in hex: shows whether two texts are equal, and reveals nothing to someone with the database alone. */
  mac(use: string, text: string): Promise<string>
  /** The text again; undefined for what was made with another key, for another use or owner, or was changed. */
  open(use: string, owner: string | number, stored: string): Promise<string | undefined>
}

const version = 'v1.'
const ivLength = 12
const tagLength = 16

/**
 * AES-256-GCM under keys derived by HKDF-SHA-256, one for each use, from the setting KONTOR_SECRET; where that is absent, from 256 random
 * bits in `<data directory>/secret.key` (mode 0600), made when they are first needed. Rejects when that file can be neither read nor made.
 */
export function createSecretBox(dataDir: string, secret: string | undefined): SecretBox {
  let known: Promise<Buffer> | undefined
  const master = () => {
    known ??= (secret === undefined ? keyFile(join(dataDir, 'secret.key')) : Promise.resolve(Buffer.from(secret))).catch(
      (error: unknown) => {
        known = undefined
        throw error
      },
    )
    return known
  }
  const keyOf = async (use: string) => Buffer.from(hkdfSync('sha256', await master(), 'kontor', use, 32))
  const boundTo = (use: string, owner: string | number) => Buffer.from(`${use}:${owner}`)
  const closeWith = async (iv: Buffer, use: string, owner: string | number, text: string) => {
    const cipher = createCipheriv('aes-256-gcm', await keyOf(use), iv).setAAD(boundTo(use, owner))
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return version + Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')
  }
  return {
    close: (use, owner, text) => closeWith(randomBytes(ivLength), use, owner, text),
    async closeSame(use, owner, text) {
      // The IV is derived from the text under a separate key: different texts never share one.
      const made = createHmac('sha256', await keyOf(`${use} vector`)).update(`${use}:${owner}\0${text}`)
      return closeWith(made.digest().subarray(0, ivLength), use, owner, text)
    },
    mac: async (use, text) =>
      createHmac('sha256', await keyOf(`${use} mac`))
        .update(text)
        .digest('hex'),
    async open(use, owner, stored) {
      const bytes = Buffer.from(stored.slice(version.length), 'base64url')
      if (!stored.startsWith(version) || bytes.length < ivLength + tagLength) return undefined
      const [iv, tag] = [bytes.subarray(0, ivLength), bytes.subarray(ivLength, ivLength + tagLength)]
      const cipher = createDecipheriv('aes-256-gcm', await keyOf(use), iv, { authTagLength: tagLength })
      cipher.setAAD(boundTo(use, owner)).setAuthTag(tag)
      try {
        return Buffer.concat([cipher.update(bytes.subarray(ivLength + tagLength)), cipher.final()]).toString('utf8')
      } catch {
        return undefined
      }
    },
  }
}

/** The key of the file. When two servers start at once one creates it; both use what was stored first. */
async function keyFile(path: string): Promise<Buffer> {
  await mkdir(dirname(path), { recursive: true, mode: 0o750 })
  try {
    const file = await open(path, 'wx', 0o600)
    try {
      await file.writeFile(`${randomBytes(32).toString('base64url')}\n`)
      await file.sync()
    } finally {
      await file.close()
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  const key = Buffer.from((await readFile(path, 'utf8')).trim(), 'base64url')
  if (key.length !== 32) throw new Error(`${path} holds no key of 256 bits: put the right file back, or set KONTOR_SECRET`)
  return key
}
