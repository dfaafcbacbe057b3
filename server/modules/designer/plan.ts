import { createHash } from 'node:crypto'
import { loadSchema } from '../../../codegen/load/pages.ts'
import type { Schema } from '../../../codegen/schema/schema.ts'
import { diffOf } from '../../../codegen/write/diff.ts'
import type { Draft, Finding, PlanAnswer, PlanStep } from '../../../src/schemas/api/designer.ts'
import { messageOf } from '../../../src/schemas/errors.ts'
import type { Context } from '../../core/context.ts'
import { planMigration, type Step } from '../../core/db/migrate/migrate.ts'
import type { WorkspaceTexts } from '../../core/workspace.ts'
import type { Domains } from '../../crud/engine/domains.ts'
import { pageHandlers } from '../../crud/engine/handlers.ts'
import { findingOf } from './check.ts'
import { draftIn, filesOf } from './drafts.ts'

/** The next state of one screen: the draft, or null for one that goes. */
export interface Change {
  id: string
  draft: Draft | null
}

/** What a change would do, and what it is made from. */
export interface Plan {
  answer: PlanAnswer
  before: Draft | undefined
  changes: ReadonlyMap<string, string | null>
  /** The files of the workspace now, and afterwards. */
  files: WorkspaceTexts
  after: WorkspaceTexts
}

let queue: Promise<unknown> = Promise.resolve()

/** Checks all screens with the change, and compares the database with them. Changes nothing. One at a time: all share a folder. */
export function planChange(ctx: Context, domains: Domains, change: Change): Promise<Plan> {
  const next = queue.then(() => planNow(ctx, domains, change))
  queue = next.catch(() => undefined)
  return next
}

async function planNow(ctx: Context, domains: Domains, { id, draft }: Change): Promise<Plan> {
  const { workspace } = ctx.services
  const files = await workspace.read(ctx.read)
  const before = draftIn(files, id)
  const own = [...files.keys()].filter(
    (path) => path.startsWith(`pages/${id}/`) && !path.slice(`pages/${id}/`.length).includes('/'),
  )
  const changes = new Map<string, string | null>(draft ? filesOf(draft) : own.map((path) => [path, null]))
  const after = changedFiles(files, changes)
  const { schema, issues, warnings } = await loadSchema(await workspace.stage(ctx.read, after))
  const findings = [...issues, ...warnings].map((issue) => findingOf(issue, id))
  if (issues.length === 0 && draft) findings.push(...unserved(schema, domains, id))
  const isWhole = findings.every(({ severity }) => severity !== 'error')
  const steps = isWhole ? await stepsFor(ctx, schema, id) : []
  const diffs = [...changes].flatMap(([path, text]) => {
    const old = files.get(path)
    return old === (text ?? undefined) ? [] : [{ path, diff: diffOf(path, old, text ?? '') }]
  })
  const seen = isWhole ? seenOf([...files], [...changes], steps) : ''
  return { answer: { findings, steps, files: diffs, seen }, before, changes, files, after }
}

function changedFiles(files: WorkspaceTexts, changes: Plan['changes']): WorkspaceTexts {
  const after = new Map(files)
  for (const [path, text] of changes)
    if (text === null) after.delete(path)
    else after.set(path, text)
  return new Map([...after].sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** What the server lacks of what the screen names. */
function unserved(schema: Schema, domains: Domains, id: string): Finding[] {
  const page = schema.pages.get(id)
  const report = (text: string): Finding => ({ file: 'page', path: [], line: 0, text, severity: 'error' })
  if (!page) return []
  const sources = Object.values(page.fields).flatMap(({ name, source }) =>
    source && !Object.hasOwn(domains.optionSources ?? {}, source)
      ? [report(`fields.${name}: no module of the server has the options "${source}"`)]
      : [],
  )
  try {
    pageHandlers(page, schema, domains)
    return sources
  } catch (error) {
    return [...sources, report(messageOf(error))]
  }
}

/** What the database has to do for the screen's tables: those it has now, and those it had. */
async function stepsFor(ctx: Context, schema: Schema, id: string): Promise<PlanStep[]> {
  const { steps, held, problems } = await planMigration(ctx.read, schema)
  const tables = new Set(
    [schema.pages.get(id), ctx.schema.pages.get(id)].flatMap((page) =>
      page ? [page.entity.table, ...Object.values(page.entity.fields).flatMap(({ link }) => link?.table ?? [])] : [],
    ),
  )
  const isOwn = ({ table }: Step) => tables.has(table)
  return [
    ...steps.filter((step) => isOwn(step) || step.table === 'pg_trgm').map((step) => stepOf(step, false)),
    ...held.filter(isOwn).map((step) => stepOf(step, true)),
    ...problems.map((what): PlanStep => ({ kind: 'other', table: '', column: '', what, sql: [], held: true })),
  ]
}

const kindsOfSteps: readonly (readonly [PlanStep['kind'], RegExp])[] = [
  ['createTable', /^CREATE TABLE/],
  ['addColumn', /^ALTER TABLE \S+ ADD COLUMN "?(\w+)/],
  ['dropColumn', /^ALTER TABLE \S+ DROP COLUMN "?(\w+)/],
  ['changeColumn', /^ALTER TABLE \S+ ALTER COLUMN "?(\w+)/],
  ['addIndex', /^CREATE (?:UNIQUE )?INDEX/],
  ['dropTable', /^DROP TABLE/],
]

function stepOf({ table, what, sql }: Step, held: boolean): PlanStep {
  for (const [kind, pattern] of kindsOfSteps) {
    const found = pattern.exec(sql[0] ?? '')
    if (found) return { kind, table, column: found[1] ?? '', what, sql, held }
  }
  return { kind: 'other', table, column: '', what, sql, held }
}

function seenOf(...parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
}
