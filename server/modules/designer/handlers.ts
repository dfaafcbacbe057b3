import { sql } from 'kysely'
import { languageSchema } from '../../../codegen/emit/language.ts'
import { parseJsonText } from '../../../codegen/schema/readJson.ts'
import type { DesignerState, Draft, KindSchema } from '../../../src/schemas/api/designer.ts'
import { isObject } from '../../../src/schemas/isObject.ts'
import type { Locale } from '../../../src/schemas/language/words.ts'
import type { Context, Lang } from '../../core/context.ts'
import { readColumn } from '../../core/db/scalar.ts'
import type { Handler } from '../../core/handler.ts'
import { Refused } from '../../core/refuse.ts'
import { readSiteConfig } from '../../core/siteConfig.ts'
import type { WorkspaceTexts } from '../../core/workspace.ts'
import type { Domains } from '../../crud/engine/domains.ts'
import { text } from '../../crud/search/listQuery.ts'
import { checkDraft } from './check.ts'
import { draftIn, draftOfRecord, pathOf, readDraft, readId, requireOpenTable, requireOwn } from './drafts.ts'
import { draftFromTable } from './fromTable.ts'
import { type Change, planChange } from './plan.ts'
import { saveChange } from './save.ts'
import { connectionList, fieldList, tableKey, tableList } from './tables.ts'

/**
 * Screens that ask for tables: the rules of the recycle bin and of sensitive fields. So does the designer, which is for super administrators
 * alone: they hold these nodes, and who holds the designer's without being one may do nothing there.
 */
const readers = [
  'security/dataRecycle/add',
  'security/dataRecycle/edit',
  'security/sensitiveData/add',
  'security/sensitiveData/edit',
]

/** What lists the tables of the database (protocol 1.8). Unlike there, a signed-in administrator alone is not enough. */
export const tableHandlers: readonly Handler[] = [
  ['getDatabaseConnectionList', connectionList] as const,
  ['getTableList', tableList] as const,
  ['getTablePk', tableKey] as const,
  ['getTableFieldList', fieldList] as const,
].map(([action, run]) => ({
  app: 'admin',
  controller: 'ajax',
  action,
  method: 'GET',
  access: { type: 'anyNode', nodes: readers },
  run,
}))

/** The designer's own addresses, for super administrators only: who writes screens decides what all others may do. */
export function designerHandlers(domains: Domains, servedHash: (ctx: Context) => string): Handler[] {
  const at = (method: Handler['method'], action: string, node: string, run: Handler['run']): Handler => ({
    app: 'admin',
    controller: 'crud.Crud',
    action,
    method,
    access: { type: 'super', node: `crud/crud/${node}` },
    // Checks come with every pause in typing, and change nothing.
    ...(node === 'index' ? { isUnlogged: true } : {}),
    run,
  })
  return [
    at('GET', 'index', 'index', stateOf),
    at('GET', 'source', 'index', sourceOf),
    at('GET', 'served', 'index', async (ctx) => ({ hash: servedHash(ctx) })),
    at('GET', 'fromTable', 'index', (ctx) => draftFromTable(ctx, text(ctx.query.table, 'table') ?? '')),
    at('POST', 'check', 'index', async (ctx) => checkDraft(readDraft(ctx), ctx.schema, ctx.lang)),
    at('POST', 'preview', 'index', async (ctx) => (await planChange(ctx, domains, changeIn(ctx))).answer),
    at('POST', 'generate', 'generate', async (ctx) => saveChange(ctx, domains, changeIn(ctx), seenIn(ctx))),
    at('POST', 'delete', 'delete', async (ctx) =>
      saveChange(ctx, domains, { id: readId(ctx.body.id), draft: null }, seenIn(ctx)),
    ),
  ]
}

/** The change that is asked for: a draft, or with `remove` that the screen goes. */
function changeIn(ctx: Context): Change {
  const id = readId(ctx.body.id)
  requireOwn(ctx, id)
  if (ctx.body.remove === true) return { id, draft: null }
  const draft = readDraft(ctx)
  requireOpenTable(draft)
  return { id, draft }
}

const seenIn = ({ body }: Context): string => (typeof body.seen === 'string' ? body.seen : '')

let kinds: readonly Omit<KindSchema, 'label'>[] | undefined

async function stateOf(ctx: Context): Promise<DesignerState> {
  const { workspace } = ctx.services
  const files = await workspace.read(ctx.read)
  const ids = [...files.keys()].flatMap((path) => /^pages\/(.+)\/page\.json$/.exec(path)?.[1] ?? [])
  kinds ??= languageSchema().kinds.map(({ title, description, properties }) => ({
    name: String(title),
    help: String(description),
    properties: properties as KindSchema['properties'],
  }))
  return {
    place: workspace.place,
    allowed: (await readSiteConfig(ctx.read)).allow_generator === '1',
    screens: ids.map((id) => ({ id, title: titleIn(files, id, ctx.lang) })),
    kinds: kinds.map((kind) => ({ ...kind, label: labelsOf(kind.name, ctx) })),
  }
}

function labelsOf(kind: string, { schema }: Context): KindSchema['label'] {
  const label = (locale: Locale) => schema.words.text(locale, null, `designer.kind.${kind}`)
  return { 'zh-cn': label('zh-cn'), en: label('en') }
}

/** The title of a screen of the workspace, as its file has it: a screen that was just saved is not served yet. */
function titleIn(files: WorkspaceTexts, id: string, lang: Lang): string {
  const { value, issues } = parseJsonText(files.get(pathOf(id, lang)) ?? '', '')
  return issues.length === 0 && isObject(value) && typeof value.title === 'string' ? value.title : id
}

/** GET ?id= of the workspace, or ?record= of the history: a screen's files to go on with. */
async function sourceOf(ctx: Context): Promise<Draft> {
  const record = text(ctx.query.record, 'record')
  if (record !== undefined) return recordOf(ctx, record)
  const id = readId(ctx.query.id)
  const draft = draftIn(await ctx.services.workspace.read(ctx.read), id)
  if (!draft) throw new Refused('designer.gone', { id })
  return draft
}

/** What a save of the history has stored. */
async function recordOf(ctx: Context, record: string): Promise<Draft> {
  const [row] = await readColumn(
    ctx.read,
    sql`select json_build_array(screen_id, "before", "after") from crud_log where id::text = ${record}`,
  )
  const [screen_id = '', before = '', after = ''] = Array.isArray(row) ? row.map(String) : []
  return draftOfRecord({ screen_id, before, after })
}
