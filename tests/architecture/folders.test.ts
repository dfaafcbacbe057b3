import { execFileSync } from 'node:child_process'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'

/** Files side by side beyond which a folder is a drawer. */
const most = 20

/** Folders that may be longer, with the reason: one row of a table is one file there. */
const catalogues: Readonly<Record<string, string>> = {
  'src/schemas/kinds': 'a file for each kind of field',
  'src/schemas/entities': 'a file for each table without a page',
  'src/schemas/words/en': 'a file for each area',
  'src/schemas/words/zh-cn': 'a file for each area',
  'modules/shop/entities': 'a file for each table without a page',
  'src/renderers/fields': 'a control for each kind of field',
  'src/renderers/cells': 'a file for each cell',
  'modules/shop/demo': 'a step of the demo shop for each of its tables',
}

const places = ['src', 'codegen', 'server', 'modules', 'scripts', 'tests']

/** How many files of code, words or data each folder holds, pictures and other binaries aside. */
function sizes(): Map<string, number> {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...places], { encoding: 'utf8' })
  const files = listed.split('\n').filter((path) => /\.(tsx?|mts|mjs|css|json|md)$/.test(path))
  const found = new Map<string, number>()
  for (const path of files) found.set(dirname(path), (found.get(dirname(path)) ?? 0) + 1)
  return found
}

test(`no folder holds more than ${most} files side by side, but for catalogues`, () => {
  const tooLong = [...sizes()].filter(([folder, n]) => !(folder in catalogues) && n > most)
  expect(tooLong).toEqual([])
})
