import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { describe, expect, test } from 'vitest'
import { moduleFiles } from '../../codegen/build/moduleFiles.ts'
import { kontorModules } from '../../codegen/build/modulesPlugin.ts'
import { enabledModules } from '../../codegen/load/schemaSources.ts'
import { readSources, root } from './sources.ts'

const sources = readSources('src', 'codegen', 'server', 'modules', 'scripts', 'vite.config.ts', 'vitest.config.ts')
/** Folders of schemas that are the platform's alone; only the list of common passwords may hold the word. */
const schemaFolders = ['src/schemas/api', 'src/schemas/kinds', 'src/schemas/language', 'src/schemas/words']

/** The categories of the module market, one of which has the word. */
const categories = /^(?:export const moduleCategories =| +"shop": "(?:Shop|商城)",$)/

const isBrowserHalf = (path: string) => /^modules\/[^/]+\/browser\//.test(path)

describe('the platform in the browser', () => {
  test('knows no shop', () => {
    const found = ['src/runtime', 'src/renderers', ...schemaFolders].flatMap((dir) =>
      readdirSync(join(root, dir), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && entry.name !== 'commonPasswords.ts')
        .flatMap((entry) => {
          const path = join(entry.parentPath, entry.name)
          const lines = readFileSync(path, 'utf8').split('\n')
          return [path, ...lines]
            .filter((line) => /(?<!work)shop/i.test(line.replaceAll(root, '')) && !categories.test(line))
            .map((line) => `${path}: ${line}`)
        }),
    )
    expect(found).toEqual([])
  })

  test('has plugins only for what a module registers', () => {
    const known = ['module-market', 'notify-feed', 'spec-editor']
    const plugins = readdirSync(join(root, 'src/plugins'))
    expect(plugins.filter((name) => !known.includes(name))).toEqual([])
  })
})

describe('the frame of the back office', () => {
  test('does not follow the address, which changes with each filter, page and order: only tabs know theirs', () => {
    const hooks = /\buse(?:Navigate|Location|Href|SearchParams|Params|Match|ResolvedPath)\(/
    const frame = sources.filter(({ path }) => /^src\/renderers\/shell\/(?:frame|menu|tabs)\//.test(path))
    const following = frame.filter(({ path }) => hooks.test(readFileSync(join(root, path), 'utf8'))).map(({ path }) => path)
    expect(frame.length).toBeGreaterThan(20)
    expect(following).toEqual(['src/renderers/shell/tabs/LiveTabs.tsx'])
  })
})

describe('styles', () => {
  const filesOf = (ending: RegExp) =>
    ['src', 'modules'].flatMap((dir) =>
      readdirSync(join(root, dir), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && ending.test(entry.name))
        .map(({ parentPath, name }) => join(parentPath, name)),
    )
  const sheets = filesOf(/\.css$/)
  const rulesOf = (path: string) => readFileSync(path, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')

  test('look at no attribute that typing changes: all fields would be styled again with each key', () => {
    expect(sheets.length).toBeGreaterThan(20)
    expect(sheets.filter((path) => /\[value\b/.test(rulesOf(path)))).toEqual([])
  })

  test('name no variable that is set nowhere: the fallback would be all there ever is', () => {
    const use = /var\((--[\w-]+)/g
    const set = new Set(
      filesOf(/\.(?:css|tsx?)$/).flatMap(
        (path) =>
          rulesOf(path)
            .replace(use, '')
            .match(/--[\w-]+/g) ?? [],
      ),
    )
    expect(set.size).toBeGreaterThan(50)
    const unset = sheets.flatMap((path) =>
      [...rulesOf(path).matchAll(use)].flatMap(([, name = '']) => (set.has(name) ? [] : [`${path}: ${name}`])),
    )
    expect(unset).toEqual([])
  })
})

describe('the browser half of a module', () => {
  test('is imported by nobody: the front end takes it from the list of modules that are on', () => {
    const wrong = sources
      .filter(({ path }) => !isBrowserHalf(path))
      .flatMap(({ path, imports }) =>
        imports.filter((each) => isBrowserHalf(each.target)).map((each) => `${path} imports ${each.target}`),
      )
    expect(wrong).toEqual([])
  })

  test('knows its own contract and no other part of a module', () => {
    const wrong = sources
      .filter(({ path }) => isBrowserHalf(path))
      .flatMap(({ path, imports }) => {
        const own = path.split('/').slice(0, 2).join('/')
        const mayKnow = (target: string) =>
          !target.startsWith('modules/') || target.startsWith(`${own}/browser/`) || target.startsWith(`${own}/contract/`)
        return imports.filter((each) => each.own && !mayKnow(each.target)).map((each) => `${path} imports ${each.target}`)
      })
    expect(wrong).toEqual([])
  })

  test.each([
    ['not set', {}, ['shop']],
    ['empty', { KONTOR_MODULES: '' }, []],
    ['a list', { KONTOR_MODULES: 'shop, shop' }, ['shop']],
  ])('is on by KONTOR_MODULES: %s', (_what, env, modules) => {
    expect(enabledModules(env)).toEqual(modules)
  })

  test('stays out of the bundle while the module is off', { timeout: 240_000 }, async () => {
    const [shop, none] = [await bundled('shop'), await bundled('')]
    expect(shop.sources).toContain('modules/shop/browser/module.ts')
    expect(none.sources.filter((path) => /^(modules|src\/plugins\/spec-editor)\//.test(path))).toEqual([])
    expect(shop.files).toEqual(expect.arrayContaining(['demo/goods-01.svg', 'demo/return-form.pdf']))
    expect(none.files.filter((path) => path.startsWith('demo/'))).toEqual([])
    expect(existsSync(join(root, 'public/demo'))).toBe(false)
  })
})

/** Our sources in a bundle of the front end's code, built without its screens, and the files beside the code. */
async function bundled(modules: string): Promise<{ sources: string[]; files: string[] }> {
  const blank = /^virtual:kontor\/(words|pages)/
  const result = await build({
    configFile: false,
    root,
    logLevel: 'error',
    plugins: [
      kontorModules({ KONTOR_MODULES: modules }),
      moduleFiles({ KONTOR_MODULES: modules }),
      {
        name: 'no-screens',
        enforce: 'pre',
        resolveId: (id) => (blank.test(id) ? `\0${id}.js` : undefined),
        load: (id) =>
          id.startsWith('\0virtual:kontor/words') || id.startsWith('\0virtual:kontor/pages') ? 'export default []' : null,
        transform: (_code, id) => (/\/pages\.(en|zh-cn)\.ts$/.test(id) ? 'export const pages = {}' : null),
      },
    ],
    build: {
      write: false,
      minify: false,
      reportCompressedSize: false,
      rolldownOptions: { input: join(root, 'src/main.tsx') },
    },
  })
  const outputs = 'output' in result ? result.output : Array.isArray(result) ? result.flatMap(({ output }) => output) : []
  return {
    sources: outputs.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : [])).map((id) => id.replace(`${root}/`, '')),
    files: outputs.flatMap((file) => (file.type === 'asset' ? [file.fileName] : [])),
  }
}
