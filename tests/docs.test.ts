import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { keyHelp } from '../codegen/emit/help.ts'
import { keyPlaces } from '../codegen/emit/language.ts'
import { menuHelp, menuKeys } from '../codegen/emit/menuSchema.ts'
import { pageSchema } from '../codegen/emit/pageSchema.ts'
import { generatedFiles } from '../scripts/docs.ts'

/** The anchor that GitHub gives a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

describe('the page language', () => {
  it('says of every key what it means, and of no key that there is not', () => {
    expect(Object.keys(keyHelp).sort()).toEqual(keyPlaces().sort())
    expect(Object.keys(menuHelp)).toEqual(menuKeys())
  })

  it('tells an editor what a key and a kind mean while one types', () => {
    const { properties, $defs } = pageSchema() as {
      properties: Record<string, { description?: string }>
      $defs: { common: { properties: { kind: { oneOf: { const: string; description: string }[] } } } }
    }
    expect(properties.entity?.description).toBe(keyHelp.entity)
    for (const { const: kind, description } of $defs.common.properties.kind.oneOf) expect(description, kind).toMatch(/\.$/)
  })
})

/** Those that people write. */
const documents = ['README.md', 'CONTRIBUTING.md', 'docs/tutorial.md', 'docs/guide.md']

describe('the documents', () => {
  it('that are generated say what the code says (npm run docs writes them)', async () => {
    for (const [path, text] of await generatedFiles()) expect(await readFile(path, 'utf8'), path).toBe(text)
  })

  it('name only npm scripts that there are', async () => {
    const scripts = Object.keys(JSON.parse(await readFile('package.json', 'utf8')).scripts)
    for (const path of documents) {
      const text = await readFile(path, 'utf8')
      const named = [...text.matchAll(/`npm (?:run )?([a-z][a-z:]*)/g)].flatMap((m) => (m[1] && m[1] !== 'run' ? [m[1]] : []))
      expect(
        named.filter((n) => !scripts.includes(n) && !['ci', 'install'].includes(n)),
        path,
      ).toEqual([])
    }
  })

  it('link only to files and headings that there are', async () => {
    const { existsSync } = await import('node:fs')
    const { dirname, join } = await import('node:path')
    const anchorsOf = async (path: string) =>
      [...(await readFile(path, 'utf8')).matchAll(/^#+ (.+)$/gm)].map((m) => anchorOf(m[1] ?? ''))
    for (const path of documents) {
      const text = await readFile(path, 'utf8')
      for (const [, link = ''] of text.matchAll(/\]\((?!https?:)([^)\s]+)\)/g)) {
        const [file = '', anchor] = link.split('#')
        const target = file === '' ? path : join(dirname(path), file)
        expect(existsSync(target), `${path}: ${link}`).toBe(true)
        if (anchor !== undefined) expect(await anchorsOf(target), `${path}: ${link}`).toContain(anchor)
      }
    }
  })

  it('name only files and folders that there are', async () => {
    const { existsSync } = await import('node:fs')
    const mine = /^(?:src\/schemas\/pages\/shop\/supplier)/ // the screen that the README tells the reader to write
    for (const path of documents) {
      const text = await readFile(path, 'utf8')
      const named = [...text.matchAll(/`((?:src|server|codegen|tests|docs|scripts)\/[\w./-]+)`/g)].flatMap((m) =>
        m[1] ? [m[1]] : [],
      )
      expect(
        named.filter((n) => !existsSync(n) && !mine.test(n)),
        path,
      ).toEqual([])
    }
  })
})
