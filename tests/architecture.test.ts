import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Import, readSources, root, type Source } from './architecture/sources.ts'

const isOfTests = ({ path }: Source) => /^modules\/[^/]+\/tests\//.test(path)
const ofModules = readSources('modules')
const sources = [
  ...readSources('src', 'codegen', 'server', 'scripts', 'vite.config.ts', 'vitest.config.ts'),
  ...ofModules.filter((each) => !isOfTests(each)),
]
const tests = [...readSources('tests'), ...ofModules.filter(isOfTests)]

/** The layer of a path; a plugin and each half of a module are layers of their own, so that they do not know each other. */
function layerOf(path: string): string {
  const [first = '', second = '', third = ''] = path.split('/')
  if (first === 'modules' && (third === 'browser' || third === 'contract')) return `${third}/${second}`
  if (first !== 'src') return path.includes('/') ? first : 'root'
  return second === 'plugins' ? `plugins/${third}` : second.replace(/\.tsx?$/, '')
}

/** What a layer may import of ours, apart from itself (docs: the layers point to the left). */
const mayImport: Record<string, string[]> = {
  schemas: [],
  runtime: ['schemas'],
  renderers: ['schemas', 'runtime'],
  plugins: ['schemas', 'runtime', 'renderers'],
  main: ['schemas', 'runtime', 'renderers', 'plugins'],
  gallery: ['schemas', 'runtime', 'renderers', 'plugins', 'main'],
  codegen: ['schemas'],
  server: ['schemas', 'codegen', 'modules'],
  modules: ['schemas', 'codegen', 'server', 'contract'],
  browser: ['schemas', 'runtime', 'renderers', 'plugins', 'contract'],
  contract: ['schemas'],
  scripts: ['schemas', 'codegen', 'server', 'modules'],
  root: ['codegen'],
}

const react =
  /^(react|react-dom|react-router|react-router-dom|react-i18next|primereact|primeicons|@rjsf\/core|@tanstack\/react-.*)(\/|$)/
const primereact = /^primereact(\/|$)/

/** Packages that a layer must not import. */
const forbiddenPackages: { layers: string[]; pattern: RegExp; why: string }[] = [
  { layers: ['schemas', 'contract'], pattern: react, why: 'the contract knows no React' },
  { layers: ['schemas', 'contract'], pattern: /^node:/, why: 'the contract runs in the browser too' },
  { layers: ['runtime'], pattern: react, why: 'the runtime is headless' },
  { layers: ['runtime'], pattern: /^valtio$|^valtio\/(react|utils)$/, why: 'the runtime uses valtio/vanilla' },
  {
    layers: ['runtime', 'renderers', 'plugins', 'browser', 'main', 'gallery'],
    pattern: /^(node:|pg$|kysely|fastify|@fastify\/)/,
    why: 'it runs in the browser',
  },
  { layers: ['codegen', 'server', 'scripts'], pattern: react, why: 'there is no React on the server' },
  {
    layers: ['codegen', 'server', 'scripts'],
    pattern: /^@rjsf\//,
    why: '@rjsf brings React into Node',
  },
]

const places = (source: Source, line: number, words: string) => `${source.path}:${line} ${words}`
const importsWhere = (files: Source[], bad: (source: Source, each: Import) => string | undefined) =>
  files.flatMap((source) =>
    source.imports.flatMap((each) => {
      const words = bad(source, each)
      return words ? [places(source, each.line, `imports ${each.written}: ${words}`)] : []
    }),
  )

describe('layers', () => {
  test('the tests below see the whole tree', () => {
    expect(sources.length).toBeGreaterThan(100)
    expect(new Set(sources.map((each) => layerOf(each.path).split('/')[0]))).toEqual(new Set(Object.keys(mayImport)))
  })

  test('an import points to the same layer or to one left of it', () => {
    const wrong = importsWhere(sources, (source, each) => {
      if (!each.own) return undefined
      const [from, to] = [layerOf(source.path), layerOf(each.target)]
      const allowed = mayImport[from.split('/')[0] ?? ''] ?? []
      return from === to || allowed.includes(to.split('/')[0] ?? '') ? undefined : `${from} must not know ${to}`
    })
    expect(wrong).toEqual([])
  })

  test('packages stay in the layers that may know them', () => {
    const wrong = importsWhere(sources, (source, each) => {
      const layer = layerOf(source.path).split('/')[0] ?? ''
      const rule = forbiddenPackages.find((row) => row.layers.includes(layer) && row.pattern.test(each.target))
      return rule?.why
    })
    expect(wrong).toEqual([])
  })

  test('only src/renderers/ui knows PrimeReact', () => {
    const wrong = importsWhere(sources, (source, each) =>
      primereact.test(each.target) && !source.path.startsWith('src/renderers/ui/')
        ? 'use the adapter in src/renderers/ui'
        : undefined,
    )
    expect(wrong).toEqual([])
  })

  test('the contract does not touch the browser', () => {
    const schemas = sources.filter((each) => layerOf(each.path) === 'schemas')
    expect(schemas.flatMap((each) => each.browserGlobals.map(({ name, line }) => places(each, line, `uses ${name}`)))).toEqual([])
  })
})

describe('imports', () => {
  test('name a file that is there, with its ending, and no file of ours by another way', () => {
    const wrong = importsWhere([...sources, ...tests], (_source, each) => {
      if (!each.own) return /^(src|server|codegen|tests|@|~)\//.test(each.target) ? 'write a relative path' : undefined
      return existsSync(join(root, each.target.replace(/\?.*$/, ''))) && /\.\w+(\?.*)?$/.test(each.target)
        ? undefined
        : 'no such file'
    })
    expect(wrong).toEqual([])
  })

  test('make no circle at run time', () => {
    expect(circles(sources)).toEqual([])
  })

  test('go to where a thing is made: there are no barrels, and index.ts is a table or the face of a plugin', () => {
    expect(sources.filter((each) => each.barrel).map((each) => each.path)).toEqual([])
    const tables =
      /^(src\/schemas\/kinds|src\/renderers\/(cells|fields|screens|views)|src\/plugins\/[^/]+|codegen\/introspect)\/index\.tsx?$/
    expect(sources.map((each) => each.path).filter((path) => /\/index\.tsx?$/.test(path) && !tables.test(path))).toEqual([])
  })

  test('reach every file: nothing lies about unused', () => {
    const entries =
      /^(src\/main\.tsx|src\/gallery\/main\.tsx|modules\/[^/]+\/browser\/module\.ts|server\/main\/(main|migrate|moduleCommand|openapi|pagesCommand|sample\/cli)\.ts|scripts\/[^/]+\.ts|codegen\/(cli|checkPages|module|(contract|diff|init)\/cli|init\/template\/server\/\w+)\.ts|vite\.config\.ts|vitest\.config\.ts)$/
    const used = new Set(sources.flatMap((each) => each.imports.map((one) => one.target.replace(/\?.*$/, ''))))
    expect(sources.map((each) => each.path).filter((path) => !used.has(path) && !entries.test(path))).toEqual([])
  })
})

describe('catalogues', () => {
  test.each(['server/core/rows.generated.ts', 'server/crud/reads.generated.ts', 'server/crud/actions.generated.ts'])(
    '%s holds the platform alone',
    (path) => {
      expect(readFileSync(join(root, path), 'utf8')).not.toMatch(/shop/i)
    },
  )

  const folders = ['src/schemas', 'modules/shop'].flatMap((dir) =>
    ['pages', 'entities', 'words', 'menus', 'overlays'].map((name) => `${dir}/${name}`),
  )
  test.each(folders)('%s holds data only', (dir) => {
    expect(readSources(dir).map((each) => each.path)).toEqual([])
  })

  test.each(['src/schemas/pages', 'modules/shop/pages'])(
    'every screen of %s is a folder with its page and its words in both languages',
    (dir) => {
      const folders = readdirSync(join(root, dir), { recursive: true, encoding: 'utf8' })
        .filter((path) => /\.\w+$/.test(path))
        .map((path) => dirname(path))
      const wrong = [...new Set(folders)].filter((folder) => {
        const has = readdirSync(join(root, dir, folder), { withFileTypes: true }).filter((entry) => entry.isFile())
        return (
          has
            .map((entry) => entry.name)
            .sort()
            .join() !== 'en.json,page.json,zh-cn.json'
        )
      })
      expect(folders.length).toBeGreaterThan(0)
      expect(wrong).toEqual([])
    },
  )
})

describe('money', () => {
  const modules = /^(modules\/shop\/server\/|server\/modules\/(user|dashboard)\/|src\/schemas\/kinds\/money\.ts$)/
  /** Files in which such a sign is about something else, or exact. */
  const others: Record<string, string> = {
    'src/schemas/kinds/money.ts': 'the one place where yuan and fen meet: whole numbers, read and written as digits',
    'modules/shop/server/home/contrast.ts': 'colours',
    'modules/shop/server/screens/adverts.ts': 'how well a colour is read',
  }
  const isFloating = (line: string) =>
    /\bparseFloat\b|\.toFixed\(/.test(line) || (/[/*] ?100(?![_\dn])/.test(line) && !/\bMath\.(floor|round|trunc)\(/.test(line))
  const floating = sources
    .filter((each) => modules.test(each.path))
    .flatMap(({ path }) => {
      const lines = readFileSync(join(root, path), 'utf8').split('\n')
      return lines.flatMap((line, i) => (isFloating(line) ? [{ path, place: `${path}:${i + 1} ${line.trim()}` }] : []))
    })

  test('is counted in whole fen: nothing reads it as a decimal, rounds it as text, or takes a part of it that is not whole at once', () => {
    expect(floating.filter(({ path }) => !others[path]).map(({ place }) => place)).toEqual([])
    expect(new Set(floating.map(({ path }) => path)), 'every exception is one').toEqual(new Set(Object.keys(others)))
  })
})

describe('sizes', () => {
  const isWords = (path: string) => /\/(messages|errors)\.ts$/.test(path)

  // One interface for each table or computed field, made by a program and read by name: there is nothing to keep small.
  const isGenerated = (path: string) =>
    /^(?:server\/(?:core|crud)|modules\/\w+\/server)\/(?:rows|reads|actions)\.generated\.ts$/.test(path)

  test('no file is longer than 300 lines', () => {
    const long = sources.filter((each) => each.lines > 300 && !isWords(each.path) && !isGenerated(each.path))
    expect(long.map((each) => `${each.path}: ${each.lines} lines`)).toEqual([])
  })

  test('nine functions of ten have at most 30 lines; those with more than 60 are named', () => {
    const all = sources.flatMap((each) =>
      each.functions.map((one) => ({ ...one, place: `${each.path}:${one.line} ${one.name}` })),
    )
    const long = all.filter((one) => one.lines > 60).sort((a, b) => b.lines - a.lines)
    if (long.length > 0) console.info(`Longer than 60 lines:\n${long.map((one) => `  ${one.lines} ${one.place}`).join('\n')}`)
    expect(all.filter((one) => one.lines <= 30).length / all.length).toBeGreaterThan(0.9)
  })
})

/** Every circle of imports that stay after the types are stripped, as "a → b → a"; imports at run time (`import()`) may close one. */
function circles(files: Source[]): string[] {
  const byPath = new Map(files.map((each) => [each.path, each]))
  const state = new Map<string, 'open' | 'done'>()
  const found: string[] = []
  const visit = (path: string, trail: string[]): void => {
    if (state.get(path) === 'open') found.push([...trail.slice(trail.indexOf(path)), path].join(' → '))
    if (state.has(path)) return
    state.set(path, 'open')
    for (const each of byPath.get(path)?.imports ?? []) {
      if (each.own && !each.typeOnly && !each.dynamic && byPath.has(each.target)) visit(each.target, [...trail, path])
    }
    state.set(path, 'done')
  }
  for (const each of files) visit(each.path, [])
  return found
}
