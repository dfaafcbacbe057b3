import { sql } from 'kysely'
import type { Schema } from '../../../codegen/schema/schema.ts'
import type { OptionsAnswer } from '../../../src/schemas/language/wire/envelope.ts'
import { actorOf, type Context } from '../../core/context.ts'
import type { Handler } from '../../core/handler.ts'
import { Refused } from '../../core/refuse.ts'
import type { AdminGroupRow, AdminRow } from '../../core/rows.generated.ts'
import type { Domains } from '../../crud/engine/domains.ts'
import type { Screen } from '../../crud/screen/screen.ts'
import { screenOf } from '../../crud/screen/screens.ts'
import { text } from '../../crud/search/listQuery.ts'
import { matrixOf, nodesOfRouter } from './matrix.ts'
import { noteLook } from './request.ts'
import { saveRights } from './rights.ts'
import { rowAnswers } from './row.ts'
import { readSubject, type Subject } from './subject.ts'

/**
 * The permission lens: what any role or person may do, computed by the checks of real calls. `handlers` are all others: the matrix is
 * built from the router itself, and what roles have is changed in it. For super administrators only.
 */
export function lensHandlers(schema: Schema, domains: Domains, handlers: readonly Handler[]): Handler[] {
  const listOf = (id: string): Screen => {
    const page = schema.pages.get(id)
    if (page?.kind !== 'crud') throw new Refused('lens.noList', { page: id.slice(0, 100) })
    return screenOf(page, schema, domains)
  }
  const at = (action: string, run: Handler['run'], method: Handler['method'] = 'GET'): Handler => ({
    app: 'admin',
    controller: 'auth.Lens',
    action,
    method,
    access: { type: 'super', node: 'auth/lens/index' },
    run,
  })
  const own = [
    at('index', async (ctx) => {
      const page = text(ctx.query.page, 'page')
      const subjects = await subjectsOf(ctx)
      for (const subject of subjects) await noteLook(ctx, subject, 'lens.matrix', page ? { page } : {})
      return matrixOf(ctx, nodes, subjects, page)
    }),
    at('row', async (ctx) => {
      const page = text(ctx.query.page, 'page') ?? ''
      const screen = listOf(page)
      const subject = await subjectOf(ctx, 'of')
      await noteLook(ctx, subject, 'lens.row', { page, id: String(ctx.query.id) })
      return { actions: await rowAnswers(screen, ctx, subject, handlers) }
    }),
    at('subjects', subjectChoices),
    at('save', (ctx) => ctx.write((trx) => saveRights(listOf('auth/group'), ctx, trx)), 'POST'),
  ]
  const nodes = nodesOfRouter([...handlers, ...own])
  return own
}

/** The one or two that are looked at: `of`, and `with` to compare. */
async function subjectsOf(ctx: Context): Promise<Subject[]> {
  const first = await subjectOf(ctx, 'of')
  return text(ctx.query.with, 'with') ? [first, await subjectOf(ctx, 'with')] : [first]
}

function subjectOf(ctx: Context, name: 'of' | 'with'): Promise<Subject> {
  return readSubject(ctx.read, text(ctx.query[name], name) ?? '', actorOf(ctx).sessionId)
}

const mostChoices = 100

/** A role, or a person under the name that others see. */
type SubjectChoice = Pick<AdminGroupRow, 'name' | 'status'> & {
  value: string
  kind: 'group' | 'admin'
  account: AdminRow['username']
}

/** Roles and persons to choose from, roles first; `initValue` names those that are chosen. */
async function subjectChoices(ctx: Context): Promise<OptionsAnswer> {
  const search = (text(ctx.query.quickSearch, 'quickSearch') ?? '').trim().slice(0, 100)
  const { initValue } = ctx.query
  const wanted = (Array.isArray(initValue) ? initValue : initValue === undefined ? [] : [initValue]).map(String)
  const { rows } = await sql<SubjectChoice>`
    SELECT * FROM (
      SELECT 'group:' || id AS value, name, 'group' AS kind, '' AS account, status, 0 AS place, id FROM admin_group
      UNION ALL
      SELECT 'admin:' || id, coalesce(nullif(nickname, ''), username), 'admin', username, status, 1, id FROM admin
    ) s
    WHERE (${wanted.length} = 0 OR value = ANY(${wanted}::text[]))
      AND (strpos(lower(name), lower(${search})) > 0 OR strpos(lower(account), lower(${search})) > 0)
    ORDER BY place, id LIMIT ${mostChoices}::bigint`.execute(ctx.read)
  const list = rows.map(({ value, name, kind, account, status }) => {
    const label = ctx.text(`lens.choice.${kind}`, { name, account })
    return { value, label: status === 1 ? label : ctx.text('lens.choice.off', { label }) }
  })
  return { list, total: list.length }
}
