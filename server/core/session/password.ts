import { availableParallelism } from 'node:os'
import { hash, hashRaw, verify } from '@node-rs/argon2'
import { makeGate } from './gate.ts'

/** OWASP's minimum for argon2id: 19 MiB, two passes, one lane (controls C1). */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** Hashes at one time (each takes a core and 19 MiB), and how many may wait before further ones are turned away. */
const inTurn = makeGate(Math.min(4, availableParallelism()), 64)

/** The argon2id hash of a password, with its salt and parameters in the text. Takes about 25 ms of one core. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, parameters))
}

/** The bare argon2id hash of a text under a salt that is kept elsewhere, in hex: for codes that are looked up by their hash. */
export function deriveHash(text: string, salt: Uint8Array): Promise<string> {
  return inTurn(async () => (await hashRaw(text, { ...parameters, salt })).toString('hex'))
}

/** Whether the password belongs to the hash; false for a text that is no hash. */
export function verifyPassword(stored: string, password: string): Promise<boolean> {
  return inTurn(async () => {
    try {
      return await verify(stored, password)
    } catch {
      return false
    }
  })
}

/** Whether a hash was made with weaker parameters than today's. */
export function needsRehash(stored: string): boolean {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$/.exec(stored)
  return !match || Number(match[1]) < parameters.memoryCost || Number(match[2]) < parameters.timeCost
}

let dummy: Promise<string> | undefined

/** Takes as long as a real check and always fails: for accounts that do not exist or must not sign in. */
export async function verifyNothing(password: string): Promise<false> {
  dummy ??= hashPassword('no password is this one')
  await verifyPassword(await dummy, password)
  return false
}
