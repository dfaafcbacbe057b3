import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { loadSchema } from '../codegen/load/pages.ts'
import { schemaSources } from '../codegen/load/schemaSources.ts'
import { readScreens } from './compareScreens/catalogue.ts'
import { chapterOf, readLabels, readLooks, readMenu } from './compareScreens/chapters.ts'
import { compareLabels, compareLooks, compareMenus } from './compareScreens/chaptersCompared.ts'
import { Comparison, type Count } from './compareScreens/comparison.ts'
import { notYet } from './compareScreens/names.ts'
import { labelsOf } from './compareScreens/product.ts'
import { report } from './compareScreens/report.ts'
import { compareScreen, nodesOf } from './compareScreens/screens.ts'
import { compareServer } from './compareScreens/server.ts'

/**
 * Compares a catalogue of screens (Markdown: `### id — Title / 标题` with lists of fields, columns, search, buttons and nodes, and chapters
 * of the menu, the looks of actions and the labels of fields) with the pages of this checkout:
 *
 *   node scripts/compareScreens.ts <catalogue.md> [--reworded] [--against <url> --password <password>]
 *
 * Prints a table, a line for each screen, and what the catalogue names and the product lacks; exits with 1 when there is any. What differs
 * on purpose is in compareScreens/names.ts and looks.ts. With `--against` a server is asked too: that its rules have the nodes, and that
 * each screen answers its administrator `admin`.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { reworded: { type: 'boolean' }, against: { type: 'string' }, password: { type: 'string' } },
})
const [path] = positionals
if (path === undefined) throw new Error('name the catalogue: node scripts/compareScreens.ts <catalogue.md>')

const text = readFileSync(path, 'utf8')
const screens = readScreens(text)
const listedLabels = readLabels(chapterOf(text, 'M\\.'))
const { schema } = await loadSchema(schemaSources())
const product = {
  schema,
  nodes: nodesOf(schema),
  labels: labelsOf(schema),
  listedLabels: new Map(listedLabels.map((each) => [each.name, each])),
}

const found = new Comparison()
for (const screen of screens) compareScreen(screen, product, found)
const fieldsNotYet = new Set(screens.filter(({ id }) => notYet.includes(id)).flatMap(({ fields }) => fields))
const chapters = new Map<string, Count>([
  ['menu', compareMenus(readMenu(chapterOf(text, 'G1 ')), 'admin', product, found)],
  ['menu of members', compareMenus(readMenu(chapterOf(text, 'G2 ')), 'user', product, found)],
  ['looks of actions', compareLooks(readLooks(chapterOf(text, 'L\\.')), product, found)],
  ['labels', compareLabels(listedLabels, fieldsNotYet, product, found)],
])
if (values.against !== undefined)
  chapters.set('server', await compareServer({ url: values.against, password: values.password ?? '' }, screens, product, found))
for (const row of found.unusedRows()) found.lack(row)
process.stdout.write(`${report(found, chapters, values.reworded === true)}\n`)
process.exitCode = found.lacking.length > 0 ? 1 : 0
