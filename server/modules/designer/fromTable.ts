import { CompiledQuery } from 'kysely'
import { prettyJson } from '../../../codegen/emit/json.ts'
import { generate } from '../../../codegen/generate.ts'
import type { Choice } from '../../../codegen/infer/plan.ts'
import { introspectPostgres, type Query } from '../../../codegen/introspect/postgres.ts'
import { probeTable } from '../../../codegen/introspect/probe.ts'
import { readFolders } from '../../../codegen/load/folders.ts'
import { readGlossaries } from '../../../codegen/load/glossary.ts'
import type { Draft } from '../../../src/schemas/api/designer.ts'
import { wordingsOf } from '../../../src/schemas/language/glossary.ts'
import type { Context } from '../../core/context.ts'
import { Refused } from '../../core/refuse.ts'

/** A draft made of a table, and why it is as it is. */
export interface FromTable {
  draft: Draft
  choices: readonly Choice[]
  notes: readonly string[]
}

/** A draft of a screen for a table that is there, as `kontor codegen` would make it. Nothing is written. */
export async function draftFromTable(ctx: Context, table: string): Promise<FromTable> {
  if (ctx.schema.entities.has(table) || table.startsWith('kontor_')) throw new Refused('designer.ownedTable', { table })
  const query: Query = async (text, params) => (await ctx.read.executeQuery(CompiledQuery.raw(text, params))).rows as never
  const facts = await introspectPostgres(query)
  const own = facts.get(table)
  if (!own) throw new Refused('designer.noTable', { table: table.slice(0, 63) })
  facts.set(table, await probeTable(query, own))
  const { workspace } = ctx.services
  const dirs = await workspace.stage(ctx.read, await workspace.read(ctx.read))
  const terms = (await readGlossaries(await readFolders(dirs, []), [])).flatMap(([, glossary]) => glossary.terms)
  const speech = { en: wordingsOf(terms, 'en'), 'zh-cn': wordingsOf(terms, 'zh-cn') }
  const made = await generate({
    tables: [table],
    facts,
    schema: ctx.schema,
    dir: dirs.at(-1) ?? '',
    force: true,
    dryRun: true,
    speech,
  })
  const [screen] = made.screens
  if (!screen) throw new Refused('designer.noScreen', { table })
  const { $schema: _, ...page } = screen.page
  const text = (value: unknown) => `${prettyJson(value)}\n`
  const words = { 'zh-cn': text(screen.words['zh-cn']), en: text(screen.words.en) }
  // The address of a designed screen has two parts at least.
  const id = screen.id.includes('/') ? screen.id : `data/${screen.id}`
  return { draft: { id, page: text(page), words }, choices: made.choices, notes: made.notes }
}
