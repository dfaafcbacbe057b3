import type { PrintAction } from '../../../src/schemas/language/action/kinds/print.ts'
import { holds } from '../../../src/schemas/language/condition/predicate.ts'
import { conditionWords } from '../../../src/schemas/language/condition/wording.ts'
import { encodeValue } from '../../../src/schemas/language/wire/codec.ts'
import { actorOf, can } from '../../core/context.ts'
import { auditOf, writeAudit } from '../../core/log/audit.ts'
import { Refused } from '../../core/refuse.ts'
import { inTransaction } from '../../core/transaction/transaction.ts'
import type { Row } from '../domain.ts'
import { namesOf } from '../names.ts'
import { readRecords, relatedRowsOf, withNames } from '../read/read.ts'
import { requestKeys } from '../rows/key.ts'
import { conditionVocabulary } from '../words.ts'
import type { ActionServer } from './addresses.ts'
import type { ActionCall } from './call.ts'

export const print: ActionServer<PrintAction> = {
  isServed: () => true,
  addresses: (screen, action, { at }) => [at('GET', action.call, action.node, (ctx) => printRows({ screen, action, ctx }))],
}

/** Rows that are printed at once. */
const maxRows = 200

/**
 * GET <call>?ids=…: the chosen rows in the order in which they were chosen, with what the sheets show and nothing else, and the rows of
 * the relations on them. Masked values are whole for those who may reveal them. Refused when one is not there, out of scope, or not as `when` wants it.
 */
async function printRows({ screen, action, ctx }: ActionCall<PrintAction>): Promise<Row> {
  const { page } = screen
  const keys = requestKeys(screen, ctx.query.ids, maxRows)
  if (keys.length === 0) throw new Refused('crud.notFound')
  const records = await readRecords(screen, ctx, keys, { purpose: 'info' })
  const env = { selfId: actorOf(ctx).id, now: ctx.now }
  if (action.when && records.some(({ model }) => action.when && !holds(action.when, { values: model, ...env })))
    throw new Refused(
      'crud.onlyWhen',
      { what: conditionWords(action.when, conditionVocabulary(ctx, page)) },
      { type: 'conflict' },
    )
  const { sections } = action.print
  const named = new Set(sections.flatMap((part) => (part.as === 'fields' ? part.fields : [])).map((name) => name.split('.')[0]))
  const made = Object.values(page.fields).flatMap((field) => (named.has(field.name) ? namesOf(field).map(([name]) => name) : []))
  const shown = new Set<string | undefined>([screen.entity.key ?? 'id', ...named, ...made])
  const list = records.map(({ wire }): Row => Object.fromEntries(Object.entries(wire).filter(([name]) => shown.has(name))))
  await showWhole({ screen, action, ctx }, [...named], { records, list })
  for (const relation of new Set(sections.flatMap((part) => (part.as === 'table' ? [part.relation] : [])))) {
    const rows = await relatedRowsOf(
      screen,
      ctx.read,
      { relation },
      records.map(({ model }) => model),
    )
    for (const [i, row] of list.entries())
      row[relation] = (rows[i] ?? []).map((each) => withNames(page.related[relation] ?? {}, each))
  }
  return { list }
}

interface Sheets {
  records: readonly { model: Readonly<Row> }[]
  list: readonly Row[]
}

/** Puts whole values on the sheets of somebody who may reveal them: a label needs the number. The audit has one entry with the rows. */
async function showWhole({ screen, ctx }: ActionCall<PrintAction>, names: readonly (string | undefined)[], sheets: Sheets) {
  const { page, entity } = screen
  const actor = actorOf(ctx)
  const masked = Object.values(page.fields).filter(
    ({ name, mask, secret, sealed }) => mask && !secret && sealed === undefined && names.includes(name),
  )
  if (!page.actions.reveal || masked.length === 0 || !can(actor, `${page.id}/${page.actions.reveal.node}`)) return
  const { records, list } = sheets
  for (const [i, row] of list.entries())
    for (const field of masked) row[field.name] = encodeValue(field, records[i]?.model[field.name])
  const detail = { fields: masked.map(({ name }) => name), ids: records.map(({ model }) => model[entity.key ?? 'id']) }
  const entry = auditOf(ctx, { action: `${page.id}/revealPrinted`, table: entity.table, detail })
  await inTransaction(ctx.services.database, (trx) => writeAudit(trx, entry))
}
