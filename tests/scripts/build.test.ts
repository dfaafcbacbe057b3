import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fingerprint } from '../../scripts/build.ts'
import { findChromium } from '../../scripts/chromium.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'kontor-build-'))
  mkdirSync(join(dir, 'src/pages'), { recursive: true })
  writeFileSync(join(dir, 'src/main.tsx'), 'one')
  writeFileSync(join(dir, 'src/pages/page.json'), '{}')
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const print = () => fingerprint([join(dir, 'src'), join(dir, 'missing.html')])

test('sources that did not change are not built again', () => {
  expect(print()).toBe(print())
})

test.each([
  ['changed', () => writeFileSync(join(dir, 'src/pages/page.json'), '{ }')],
  ['added', () => writeFileSync(join(dir, 'src/pages/en.json'), '')],
  ['removed', () => rmSync(join(dir, 'src/main.tsx'))],
  ['made where there was none', () => writeFileSync(join(dir, 'missing.html'), '')],
])('a file that was %s makes a new build', (_what, change) => {
  const before = print()
  change()
  expect(print()).not.toBe(before)
})

test('a test of a module that changes makes no new build', () => {
  const modules = () => fingerprint([join(dir, 'modules')])
  mkdirSync(join(dir, 'modules/shop/tests'), { recursive: true })
  writeFileSync(join(dir, 'modules/shop/module.ts'), '')
  const before = modules()
  writeFileSync(join(dir, 'modules/shop/tests/a.test.ts'), '')
  expect(modules()).toBe(before)
  writeFileSync(join(dir, 'modules/shop/module.ts'), 'export {}')
  expect(modules()).not.toBe(before)
})

test('text that moves from one file to the next makes a new build', () => {
  writeFileSync(join(dir, 'src/a.ts'), 'ab')
  writeFileSync(join(dir, 'src/b.ts'), 'c')
  const before = print()
  writeFileSync(join(dir, 'src/a.ts'), 'a')
  writeFileSync(join(dir, 'src/b.ts'), 'bc')
  expect(print()).not.toBe(before)
})

test('CHROME_PATH wins over the browsers in PATH, and a wrong one is not passed over in silence', () => {
  const chrome = join(dir, 'my-chrome')
  writeFileSync(chrome, '', { mode: 0o755 })
  expect(findChromium({ CHROME_PATH: chrome, PATH: '/usr/bin' })).toBe(chrome)
  expect(findChromium({ CHROME_PATH: join(dir, 'none'), PATH: '/usr/bin' })).toBeUndefined()
})

test('a browser is found in PATH by any of its names', () => {
  const chrome = join(dir, 'google-chrome')
  writeFileSync(chrome, '', { mode: 0o755 })
  expect(findChromium({ PATH: dir })).toBe(chrome)
})
