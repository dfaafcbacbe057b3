import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { loadModules, platformModules } from '../../server/main/modules.ts'
import { inOrder } from '../../server/main/order.ts'
import { defineModule } from '../../server/modules/module.ts'
import { readSources, root } from './sources.ts'

/** Tests of a module may import anything. */
const sources = readSources('server', 'modules').filter(({ path }) => !/^modules\/[^/]+\/tests\//.test(path))
const modules = await loadModules()
const byName = new Map(modules.map((module) => [module.name, module]))

/** A room of the server: a floor, or one module. */
interface Room {
  floor: 'core' | 'crud' | 'contract' | 'platform' | 'first-party' | 'main'
  /** The module's name. */
  module?: string
}

function roomOf(path: string): Room | undefined {
  const [top, second = '', third = ''] = path.split('/')
  if (top === 'modules') return { floor: 'first-party', module: second }
  if (top !== 'server') return undefined
  if (second === 'core' || second === 'crud' || second === 'main') return { floor: second }
  return third.endsWith('.ts') ? { floor: 'contract' } : { floor: 'platform', module: third }
}

/** What each floor may import besides itself; modules also those they require. */
const below: Readonly<Record<Room['floor'], readonly Room['floor'][]>> = {
  core: [],
  crud: ['core'],
  contract: ['core', 'crud'],
  platform: ['core', 'crud', 'contract'],
  'first-party': ['core', 'crud', 'contract'],
  main: ['core', 'crud', 'contract', 'platform', 'first-party'],
}

function mayImport(from: Room, to: Room): boolean {
  if (below[from.floor].includes(to.floor)) return true
  if (from.floor !== to.floor && !(from.floor === 'first-party' && to.floor === 'platform')) return false
  if (from.module === to.module) return true
  return (byName.get(from.module ?? '')?.requires ?? []).includes(to.module ?? '')
}

describe('the floors of the server', () => {
  test('every file of the server belongs to one', () => {
    expect(sources.length).toBeGreaterThan(300)
    expect(sources.filter(({ path }) => !roomOf(path)).map(({ path }) => path)).toEqual([])
  })

  test('an import, of a type too, goes down, or to a module that the manifest requires', () => {
    const wrong = sources.flatMap(({ path, imports }) =>
      imports.flatMap(({ own, target, line }) => {
        const [from, to] = [roomOf(path), own ? roomOf(target) : undefined]
        return from && to && !mayImport(from, to) ? [`${path}:${line} imports ${target}`] : []
      }),
    )
    expect(wrong).toEqual([])
  })

  test('every module has a manifest under its folder’s name, and main lists it', () => {
    const folders = (place: string) =>
      readdirSync(join(root, place), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name)
        .sort()
    expect(platformModules.map(({ name }) => name).sort()).toEqual(folders('server/modules'))
    // The shop's inbox takes the place of the platform's.
    const on = folders('server/modules').filter((name) => name !== 'notifications')
    expect(modules.map(({ name }) => name).sort()).toEqual([...on, ...folders('modules')].sort())
  })

  test.each(['server/core', 'server/crud', 'server/main'])('%s does not know the word of a first-party module', (place) => {
    const words = new RegExp(readdirSync(join(root, 'modules')).join('|'), 'i')
    const named = readSources(place)
      .filter(({ path }) => !path.endsWith('.generated.ts') && path !== 'server/main/modules.ts')
      .flatMap(({ path }) =>
        readFileSync(join(root, path), 'utf8')
          .split('\n')
          .flatMap((line, i) => (words.test(line) ? [`${path}:${i + 1} ${line.trim()}`] : [])),
      )
    expect(named).toEqual([])
  })
})

describe('modules that require others', () => {
  const [a, b, c] = [
    defineModule({ name: 'a', requires: ['b'] }),
    defineModule({ name: 'b', requires: ['c'] }),
    defineModule({ name: 'c' }),
  ]

  test('come after those', () => {
    expect(inOrder([a, b, c]).map(({ name }) => name)).toEqual(['c', 'b', 'a'])
  })

  test('do not start without them, nor in a circle, nor twice', () => {
    expect(() => inOrder([a, c])).toThrow('the module "a" requires "b", which is not on')
    expect(() => inOrder([a, b, defineModule({ name: 'c', requires: ['a'] })])).toThrow('a → b → c → a')
    expect(() => inOrder([c, c])).toThrow('two modules have one name')
  })

  test('are loaded by their names in KONTOR_MODULES', async () => {
    expect((await loadModules([])).map(({ name }) => name)).toEqual(platformModules.map(({ name }) => name))
    await expect(loadModules(['shpo'])).rejects.toThrow('KONTOR_MODULES names "shpo". The modules are: shop.')
  })
})
