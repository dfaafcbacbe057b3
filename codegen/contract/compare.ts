import type { Field } from '../../src/schemas/field.ts'
import { isObject } from '../../src/schemas/isObject.ts'
import { kindOf } from '../../src/schemas/kinds/index.ts'
import { CodecError } from '../../src/schemas/kinds/kind.ts'
import { type Issue, issueAt } from '../../src/schemas/language/issue.ts'
import type { Page } from '../../src/schemas/language/page.ts'
import type { Client, Reply } from './client.ts'

/** What was found out about one page. */
export interface Compared {
  /** Differences, each with its place in page.json. */
  differences: Issue[]
  /** What could not be compared, and what the server has more of. */
  notes: string[]
}

/** Rows that are looked at. */
const size = 20

/** Names of the menu rules that the person has, in lower case. Undefined where the server delivers none. */
export async function readRules(client: Client): Promise<ReadonlySet<string> | undefined> {
  const { code, data } = await client.get('/admin/Index/index')
  if (code !== 1 || !isObject(data) || !Array.isArray(data.menus)) return undefined
  const names = new Set<string>()
  const walk = (rules: readonly unknown[]): void => {
    for (const rule of rules) {
      if (!isObject(rule)) continue
      if (typeof rule.name === 'string') names.add(rule.name.toLowerCase())
      if (Array.isArray(rule.children)) walk(rule.children)
    }
  }
  walk(data.menus)
  return names
}

/** Compares a page with what the server answers for it. */
export async function comparePage(page: Page, client: Client, rules: ReadonlySet<string>): Promise<Compared> {
  const found: Compared = { differences: compareRules(page, rules), notes: [] }
  if (!rules.has(page.id.toLowerCase())) return found
  await compareAnswer(page, client, found)
  if (page.kind === 'crud' || page.kind === 'form') await compareOptions(page, client, found)
  return found
}

/** The menu entry of the page, the buttons of its actions, and those that the page knows nothing of. */
function compareRules(page: Page, rules: ReadonlySet<string>): Issue[] {
  const own = page.id.toLowerCase()
  if (!rules.has(own))
    return [issueAt([], `the server's menu has no entry "${page.id}" for this person`, 'add it, or sign in as another')]
  const named = new Map<string, Issue['path']>(
    Object.values(page.actions).map(({ name, node }) => [`${page.id}/${node}`, ['actions', name, 'node']]),
  )
  for (const { name, node } of Object.values(page.fields))
    if (node !== undefined) named.set(`${page.id}/${node}`, ['fields', name, 'node'])
  const missing = [...named].filter(([rule]) => !rules.has(rule.toLowerCase()))
  return missing.map(([rule, path]) =>
    issueAt([...path], `the server's menu has no button "${rule}"`, 'add the button to its menu entry'),
  )
}

/** The address of the list or record, its columns and their values. */
async function compareAnswer(page: Page, client: Client, found: Compared): Promise<void> {
  if (!['crud', 'form', 'dashboard'].includes(page.kind)) return
  const path = `/admin/${page.controller}/index`
  const answer = await client.get(page.kind === 'crud' ? `${path}?page=1&limit=${size}` : path)
  const fault = faultOf(answer, path)
  if (fault !== undefined) found.differences.push(issueAt(['controller'], fault))
  else if (page.kind !== 'dashboard') compareRows(page, rowsOf(answer.data), found)
}

/** Has the server no such address? Kontor says so in an envelope, BuildAdmin with a page. */
function isMissing({ status, code }: Pick<Reply, 'status' | 'code'>): boolean {
  return status === 404 || code === undefined
}

/** Why an answer is none; undefined where it is one. */
function faultOf({ status, code, msg }: Reply, path: string): string | undefined {
  if (code === 1) return undefined
  if (isMissing({ status, code })) return `${path} answers HTTP ${status}: there is no such address`
  return `${path} refuses with code ${code}: ${msg}`
}

/** The rows of a list, those below them in a tree, or the record of a form. */
function rowsOf(data: unknown): Readonly<Record<string, unknown>>[] {
  if (!isObject(data)) return []
  if (Array.isArray(data.list)) return data.list.filter(isObject).flatMap((row) => [row, ...rowsOf({ list: row.children })])
  return isObject(data.row) ? [data.row] : []
}

function compareRows(page: Page, rows: readonly Readonly<Record<string, unknown>>[], found: Compared): void {
  if (rows.length === 0) {
    found.notes.push('no rows: columns and values were not compared')
    return
  }
  const columns = page.table.columns.map(({ field }, i) => ({ field, path: ['table', 'columns', i] as const }))
  for (const { field, path } of columns)
    if (!rows.some((row) => isDelivered(row, field)))
      found.differences.push(issueAt([...path], `the server delivers no "${field}"`))
  for (const field of Object.values(page.fields)) {
    const strange = rows.map((row) => strangeIn(field, row[field.name])).find((each) => each !== undefined)
    if (strange !== undefined) found.differences.push(issueAt(['fields', field.name], strange))
  }
  const more = Object.keys(rows[0] ?? {}).filter((name) => !isKnown(page, name))
  if (more.length > 0) found.notes.push(`the server also delivers ${more.join(', ')}`)
}

function isDelivered(row: Readonly<Record<string, unknown>>, name: string): boolean {
  const [first = '', ...rest] = name.split('.')
  if (!Object.hasOwn(row, first)) return false
  const value = row[first]
  if (rest.length === 0 || value === null) return true
  return [value].flat().some((each) => isObject(each) && isDelivered(each, rest.join('.')))
}

/** Why a value is none of the field; undefined where it is one. */
function strangeIn(field: Field, value: unknown): string | undefined {
  if (value === undefined || field.virtual || field.mask) return undefined
  try {
    kindOf(field).fromWire(value, field)
    return undefined
  } catch (error) {
    if (!(error instanceof CodecError)) throw error
    const shown = JSON.stringify(value)?.slice(0, 60)
    return `the server delivers ${shown}, which is no ${field.options ? 'option of it' : `value of kind ${field.kind}`}`
  }
}

/** Members of rows that come with a page: its fields, its relations, and what is sent beside them. */
function isKnown({ fields, entity }: Page, name: string): boolean {
  const own = name.replace(/_(text|tag|table)$/, '')
  const known = [name, own].some((each) => fields[each] !== undefined || entity.fields[each] !== undefined)
  return known || entity.relations[name] !== undefined || name.startsWith('_') || name === 'children' || name === entity.key
}

/** The choices of remote fields: of Kontor's own address, else of the list that BuildAdmin's selects read. */
async function compareOptions(page: Page, client: Client, found: Compared): Promise<void> {
  const shown = new Set(page.form.sections.flatMap(({ fields }) => fields))
  const remote = Object.values(page.fields).filter(
    ({ name, page: of, depends }) => of !== undefined && !depends && shown.has(name),
  )
  for (const field of remote) {
    const fault = await choicesFault(page, field, client)
    if (fault !== undefined) found.differences.push(issueAt(['fields', field.name], fault))
  }
}

async function choicesFault(page: Page, field: Field, client: Client): Promise<string | undefined> {
  const path = `/admin/${page.controller}/options?field=${encodeURIComponent(field.name)}`
  const own = await client.get(path)
  if (!isMissing(own)) return faultOf(own, path) ?? (listOf(own) ? undefined : `${path} answers no list of options`)
  const controller = (field.page ?? '')
    .split('/')
    .map((part, i, all) => (i === all.length - 1 ? part.charAt(0).toUpperCase() + part.slice(1) : part))
  const select = `/admin/${controller.join('.')}/index?select=true&limit=${size}`
  const answer = await client.get(select)
  const list = listOf(answer)
  const fault = faultOf(answer, select)
  if (fault !== undefined) return fault
  if (!list) return `${select} answers no list of options`
  const label = field.show
  const isShown = list.length === 0 || label === undefined || list.some((row) => isObject(row) && Object.hasOwn(row, label))
  return isShown ? undefined : `${select} delivers no "${label}" to show`
}

/** The choices in an answer: `list`, or `options` of BuildAdmin's selects. */
function listOf({ data }: Reply): readonly unknown[] | undefined {
  if (!isObject(data)) return undefined
  const list = data.list ?? data.options
  return Array.isArray(list) ? list : undefined
}
