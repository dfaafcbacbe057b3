import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSecretBox } from '../../server/core/secretBox.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'kontor-seal-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))
const secret = 'a secret that is given by the settings'

test('without a setting the key is made once, for the owner of the file alone, and serves servers that start at once', async () => {
  const seals = Array.from({ length: 8 }, () => createSecretBox(dir, undefined))
  const stored = await Promise.all(seals.map((seal, i) => seal.close('test', i, `text ${i}`)))
  const path = join(dir, 'secret.key')
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(Buffer.from(readFileSync(path, 'utf8').trim(), 'base64url')).toHaveLength(32)
  const later = createSecretBox(dir, undefined)
  for (const [i, text] of stored.entries()) expect(await later.open('test', i, text)).toBe(`text ${i}`)
})

test('a file without a key is reported, and works once it is fixed', async () => {
  const path = join(dir, 'secret.key')
  writeFileSync(path, 'cut off')
  const seal = createSecretBox(dir, undefined)
  await expect(seal.close('test', 1, 'x')).rejects.toThrow(/secret\.key holds no key of 256 bits/)
  rmSync(path)
  expect(await seal.open('test', 1, await seal.close('test', 1, 'x'))).toBe('x')
})

test('what is stored does not show the text, is another each time, and opens for its use, owner and secret alone', async () => {
  const seal = createSecretBox(dir, secret)
  const stored = await seal.close('second factor', 7, 'GEZDGNBVGY3TQOJQ')
  expect(stored).not.toContain('GEZDGNBV')
  expect(Buffer.from(stored.slice(3), 'base64url').toString('latin1')).not.toContain('GEZDGNBV')
  expect(await seal.close('second factor', 7, 'GEZDGNBVGY3TQOJQ')).not.toBe(stored)
  expect(await createSecretBox(dir, secret).open('second factor', 7, stored)).toBe('GEZDGNBVGY3TQOJQ')
  expect(await seal.open('second factor', 8, stored)).toBeUndefined()
  expect(await seal.open('mail', 7, stored)).toBeUndefined()
  expect(await createSecretBox(dir, `${secret}!`).open('second factor', 7, stored)).toBeUndefined()
})

test('what was changed, cut or is nothing of it does not open', async () => {
  const seal = createSecretBox(dir, secret)
  const stored = await seal.close('test', 1, 'text')
  const bytes = Buffer.from(stored.slice(3), 'base64url')
  for (const at of bytes.keys()) {
    const other = Buffer.from(bytes)
    other[at] = (other[at] ?? 0) ^ 1
    expect(await seal.open('test', 1, `v1.${other.toString('base64url')}`)).toBeUndefined()
  }
  for (const text of ['', 'v1.', 'text', stored.slice(3), stored.slice(0, -3), `v2.${stored.slice(3)}`])
    expect(await seal.open('test', 1, text)).toBeUndefined()
})

test('a value that must stay comparable is encrypted the same way each time, per use and owner, and decrypts like the rest', async () => {
  const seal = createSecretBox(dir, secret)
  const stored = await seal.closeSame('number', 'a', '110101199002110018')
  expect(stored).not.toContain('1990')
  expect(await createSecretBox(dir, secret).closeSame('number', 'a', '110101199002110018')).toBe(stored)
  const others = [
    await seal.closeSame('number', 'a', '110101199002110026'),
    await seal.closeSame('number', 'b', '110101199002110018'),
    await seal.closeSame('name', 'a', '110101199002110018'),
    await createSecretBox(dir, `${secret}!`).closeSame('number', 'a', '110101199002110018'),
  ]
  expect(new Set([stored, ...others]).size).toBe(5)
  expect(await seal.open('number', 'a', stored)).toBe('110101199002110018')
  expect(await seal.open('number', 'b', stored)).toBeUndefined()
})
