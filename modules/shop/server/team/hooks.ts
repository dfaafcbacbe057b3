import { sql } from 'kysely'
import { rowOf, stepEnv } from '../../../../server/core/command.ts'
import { auditOf, writeAudit } from '../../../../server/core/log/audit.ts'
import { Refused } from '../../../../server/core/refuse.ts'
import type { DeleteInput, FieldMessage, SaveInput, ScreenHooks } from '../../../../server/crud/domain.ts'
import { computesOf } from '../computes.ts'
import { ShopTeamStatus } from '../options.generated.ts'
import type { ShopUserCompetitionRow } from '../rows.generated.ts'
import { hasPublished } from './entries.ts'
import { countResults, type Field, rankResults } from './results.ts'
import { type ResultType, resultSql, withUnit } from './resultText.ts'
import { type TeamRow, teamMachine } from './row.ts'

export const teamHooks: ScreenHooks = {
  computes: computesOf('shop/team/team', { memberCount: { sql: 'jsonb_array_length(t.members)' } }),
  validate: async ({ values }) => (values.members === undefined ? {} : memberErrors(values.members as TeamRow['members'])),
  afterSave: async ({ ctx, trx, mode, key }) => {
    const start = { action: 'submit', to: ShopTeamStatus.approved } as const
    if (mode === 'add') await teamMachine.start(trx, Number(key), start, stepEnv(ctx))
  },
}

/** Exactly one captain; nobody and no number twice. */
export function memberErrors(members: TeamRow['members']): Record<string, FieldMessage> {
  const found: Record<string, FieldMessage> = {}
  const seen = new Set<string>()
  for (const [i, { contestant_id, number }] of members.entries()) {
    for (const [name, value] of [
      ['contestant_id', contestant_id],
      ['number', number],
    ] as const) {
      const key = `${name} ${value}`
      if (value === null || value === undefined) continue
      if (seen.has(key)) found[`members.${i}.${name}`] = { code: 'unique' }
      seen.add(key)
    }
  }
  const captains = members.filter(({ role }) => role === 'captain').length
  if (captains !== 1) found.members = { code: 'team.oneCaptain' }
  return found
}

/** A number that results were published under stays. */
export const entryHooks: ScreenHooks = {
  validate: async ({ trx, before, values }): Promise<Record<string, FieldMessage>> => {
    const isNew = before && values.bib_no !== undefined && values.bib_no !== before.bib_no
    return isNew && (await hasPublished(trx, 'id', Number(before.id))) ? { bib_no: { code: 'team.bibStays' } } : {}
  },
}

export const resultHooks: ScreenHooks = {
  computes: computesOf('shop/team/chengji', {
    result: {
      sql: resultSql('t'),
      order: "case when t.finish <> 'ok' then null when t.result_type = 'time' then t.time_result else t.score_result end",
    },
  }),
  rowReads: ['result_type'],
  // A reason is given anew each time. A score says what it counts, as times and distances do.
  decorate: async ({ ctx, purpose, rows, wire }) => {
    for (const [i, row] of wire.entries()) {
      if (purpose === 'edit') row.change_reason = ''
      else if (row.result) row.result = withUnit(String(row.result), rows[i]?.result_type as ResultType, ctx.text)
    }
  },
  validate: validateResult,
  beforeSave: fillFromEntry,
  afterSave: rankAnew,
  beforeDelete: async ({ rows }) => {
    if (rows.some((row) => row.published === 1)) throw new Refused('team.resultPublished')
  },
  afterDelete: async ({ ctx, trx, rows }: DeleteInput) => {
    for (const row of rows) {
      const field = row as unknown as Field // a row of the page's own table, all of it
      await countResults(trx, field.competition_id, -1)
      await rankResults(trx, field, stepEnv(ctx), { by: 'delete', key: Number(row.id) })
    }
  },
  afterRestore: async ({ ctx, trx, rows }: DeleteInput) => {
    for (const row of rows) {
      const field = row as unknown as Field // a row of the page's own table, all of it
      await countResults(trx, field.competition_id, 1)
      await rankResults(trx, field, stepEnv(ctx), { by: 'add', key: Number(row.id) })
    }
  },
}

/** What was published changes for a reason only. */
async function validateResult({ before, values }: SaveInput): Promise<Record<string, FieldMessage>> {
  const touched = Object.entries(values).some(([name, value]) => name !== 'change_reason' && isOther(before?.[name], value))
  if (before?.published === 1 && touched && !values.change_reason) return { change_reason: { code: 'required' } }
  return {}
}

const isOther = (before: unknown, value: unknown) => JSON.stringify(before ?? null) !== JSON.stringify(value ?? null)

async function fillFromEntry({ ctx, trx, page, mode, before, values }: SaveInput): Promise<void> {
  if (mode === 'add') {
    const entry = await rowOf(
      trx,
      sql<
        Pick<ShopUserCompetitionRow, 'contestant_id' | 'team_id' | 'group_name' | 'competition_id'>
      >`select contestant_id, team_id,
        group_name, competition_id from shop_user_competition where id = ${Number(values.entry_id)} for key share`,
    )
    if (!entry) throw new Refused('team.noEntry', {}, { field: 'entry_id' })
    Object.assign(values, entry)
  }
  const finish = values.finish ?? before?.finish
  if (finish !== 'ok') Object.assign(values, { time_result: null, score_result: null, rank_fixed: null })
  if (before?.published !== 1) return
  const names = Object.keys(values).filter((name) => name !== 'change_reason' && isOther(before[name], values[name]))
  const of = (row: Readonly<Record<string, unknown>>) => Object.fromEntries(names.map((name) => [name, row[name] ?? null]))
  const detail = { reason: values.change_reason, before: of(before), after: of(values) }
  await writeAudit(trx, auditOf(ctx, { action: `${page.id}/change`, table: page.entity.table, key: Number(before.id), detail }))
}

async function rankAnew({ ctx, trx, mode, key, before, values }: SaveInput & { key: string | number }): Promise<void> {
  const field = { ...before, ...values } as unknown as Field // a row of the page's own table, all of it
  if (mode === 'add') await countResults(trx, field.competition_id, 1)
  await rankResults(trx, field, stepEnv(ctx), { by: mode, key: Number(key) })
}
