import { readFileSync } from 'node:fs'
import { loadSchema } from '../codegen/load/pages.ts'
import { schemaSources } from '../codegen/load/schemaSources.ts'
import type { Page } from '../src/schemas/language/page.ts'

/**
 * Compares a catalogue of screens (Markdown: `### id — Title / 标题` with lists of fields, columns, search and nodes, as the specification
 * writes them) with the pages of this checkout: `node scripts/compareScreens.ts <catalogue.md>`. Prints what the catalogue names and a page
 * lacks, a line each, and exits with 1 when there is any.
 */
const [path] = process.argv.slice(2)
if (path === undefined) throw new Error('name the catalogue: node scripts/compareScreens.ts <catalogue.md>')

interface Listed {
  id: string
  fields: string[]
  columns: string[]
  search: string[]
  nodes: string[]
}

/** Words that the catalogue's lists use for columns and searches that are no names. */
const shorthand = new Set(['std', 'times', 'none', 'quick', 'tabs', 'self', 'user', 'tag', 'tags', 'text'])

function readCatalogue(text: string): Listed[] {
  return text
    .split(/^### /m)
    .slice(1)
    .flatMap((block) => {
      const id = /^([a-z][\w/]*) — /.exec(block)?.[1]
      return id === undefined ? [] : [{ id, ...listsOf(block.split(/^#+ /m)[0] ?? '') }]
    })
}

function listsOf(block: string): Omit<Listed, 'id'> {
  const fields = [...block.matchAll(/^ {2}- (?:ro: |[\w ]+: )?((?:`[\w]+`(?:[^`\n]*?)(?:, |· )?)+)/gm)].flatMap(([, line = '']) =>
    [...line.matchAll(/`([a-z]\w+)` [a-z]/g)].map(([, name = '']) => name),
  )
  return {
    fields: [...new Set(fields)],
    columns: namesOf(lineOf(block, 'columns')),
    search: namesOf(
      lineOf(block, 'search')
        .replace(/[;,] (?:quick|tabs).*/s, '')
        .replace(/^quick:.*/s, ''),
    ),
    nodes: nodesOf(lineOf(block, 'nodes')),
  }
}

const lineOf = (block: string, name: string) => new RegExp(`^- ${name}[^:\\n]*: (.*(?:\\n {2,}.*)*)`, 'm').exec(block)?.[1] ?? ''

/** Names at the start of each part of a list, without what is in parentheses. */
function namesOf(line: string): string[] {
  let flat = line
  while (/\([^()]*\)/.test(flat)) flat = flat.replace(/\([^()]*\)/g, '')
  const parts = flat.split(/[,;]/).map((part) => /^\s*`?([a-z]\w*)/.exec(part)?.[1] ?? '')
  return [...new Set(parts.filter((name) => name !== '' && !shorthand.has(name)))]
}

function nodesOf(line: string): string[] {
  const named = line
    .replace(/\([^()]*\)/g, '')
    .split(/[,+;.]/)
    .map((part) => part.trim().replaceAll('`', ''))
  return named.flatMap((name) => (name === 'std' ? ['index', 'add', 'edit', 'del'] : /^[a-zA-Z][\w-]*$/.test(name) ? [name] : []))
}

/** Everything a page has a name for: fields, columns, related fields, actions' fields. */
function namesOn(page: Page): Set<string> {
  const json = JSON.stringify([page.fields, page.table, page.form, page.detail, page.actions, page.dashboard])
  return new Set([...json.matchAll(/"([a-z][\w.]*)"/gi)].flatMap(([, name = '']) => [name, ...name.split('.')]))
}

const { schema } = await loadSchema(schemaSources())
const buttons = new Map(schema.menus.admin.map((entry) => [entry.name, new Set(entry.buttons)]))
const lacking: string[] = []
for (const listed of readCatalogue(readFileSync(path, 'utf8'))) {
  const page = schema.pages.get(listed.id)
  if (!page) {
    lacking.push(`${listed.id}: no page`)
    continue
  }
  const names = namesOn(page)
  for (const [what, wanted] of Object.entries({ field: listed.fields, column: listed.columns, search: listed.search }))
    for (const name of wanted) if (!names.has(name)) lacking.push(`${listed.id}: ${what} ${name}`)
  if (page.area === 'admin')
    for (const node of listed.nodes) if (!buttons.get(page.id)?.has(node)) lacking.push(`${listed.id}: node ${node}`)
}
console.log(lacking.join('\n'))
process.exitCode = lacking.length > 0 ? 1 : 0
