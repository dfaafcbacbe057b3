import { createHash } from 'node:crypto'
import type { Field } from '../../../src/schemas/field.ts'
import type { Page } from '../../../src/schemas/language/page.ts'
import type { ListQuery, SearchTerm } from '../../../src/schemas/language/wire/query.ts'
import type { Operator } from '../../../src/schemas/operators.ts'
import { actorOf, type Context, can } from '../../core/context.ts'
import { auditOf, noteRefusal, writeAudit } from '../../core/log/audit.ts'
import { Refused } from '../../core/refuse.ts'
import { admitTry } from '../../core/session/throttle.ts'
import { inTransaction } from '../../core/transaction/transaction.ts'
import type { Row } from '../domain.ts'
import type { Screen, Target } from '../screen/screen.ts'
import { validateFields } from '../validate/validate.ts'

/** Operators that ask for whole values: links, keys and tabs use them, so every field answers them. */
const exact: readonly Operator[] = ['eq', 'ne', 'IN', 'NOT IN', 'FIND_IN_SET', 'NULL', 'NOT NULL']
const byPart: readonly Operator[] = ['LIKE', 'NOT LIKE']
const byOrder: readonly Operator[] = ['gt', 'egt', 'lt', 'elt', 'RANGE', 'NOT RANGE']

/** What may be tried of masked values by an administrator who may not reveal them (decision 45). */
const probeLimits = [
  { atMost: 60, seconds: 3600 },
  { atMost: 200, seconds: 86_400 },
] as const

/**
 * Refuses an operator that would tell more than the page does. A masked value is compared with one whole value and in no other way, for every
 * client. Of other fields that the page lists under "search", Kontor's client may use the operators of the same family as the page's, and the exact
 * ones; a field that is not listed there has no such limit.
 */
export function requireOperator(
  term: SearchTerm,
  { field }: Target,
  { page }: Pick<Screen, 'page'>,
  dialect: Context['dialect'],
): void {
  const { operator } = term
  if (field.mask) {
    if ((operator !== 'eq' && operator !== 'IN') || valuesOf(term).length > 1)
      throw new Refused('crud.masked', { name: term.field }, { field: term.field })
  } else if (dialect.refusesOtherOperators && !isOffered(page, term))
    throw new Refused('crud.notOffered', { name: term.field, operator }, { field: term.field })
}

function isOffered({ table }: Page, { field, operator }: SearchTerm): boolean {
  const own = table.search.filter((each) => each.field === field)
  const families = [byPart, byOrder].filter((family) => own.some((each) => family.includes(each.operator)))
  return own.length === 0 || [exact, ...families].some((family) => family.includes(operator))
}

function valuesOf({ operator, val }: SearchTerm): string[] {
  const list = Array.isArray(val) ? val : operator === 'IN' ? val.split(',') : [val]
  return list.map((each) => each.trim()).filter((each) => each !== '')
}

/** Could the text be all of a value of the field? Else nothing of the field has to be asked. */
export function isWholeValue(field: Field, text: string): boolean {
  const whole: Field = { ...field, required: false, when: {} }
  return Object.keys(validateFields({ fields: [whole], record: { [field.name]: text }, selfId: 0, now: 0 })).length === 0
}

/** A masked value that somebody asks about. */
interface Probe {
  name: string
  field: Field
  text: string
  /** Nodes of which one lets its holder read the value anyway. */
  reveal: readonly string[]
}

/** Counts and audits what a list request asks of masked values. Throws `Refused` for too many by somebody who may not reveal them. */
export async function admitProbes(screen: Screen, ctx: Context, query: ListQuery): Promise<void> {
  const terms = [
    ...query.search,
    ...(query.initValue && query.initKey !== undefined
      ? [{ field: query.initKey, operator: 'IN' as const, val: query.initValue }]
      : []),
  ]
  const probes = terms.flatMap((term) => {
    const target = screen.targets.get(term.field)
    return target?.field.mask ? valuesOf(term).map((text) => probeOf(screen, target, text)) : []
  })
  const quick = query.quickSearch === '' ? [] : screen.quickSearch.filter(({ field }) => field.mask)
  for (const target of quick)
    if (isWholeValue(target.field, query.quickSearch)) probes.push(probeOf(screen, target, query.quickSearch))
  for (const probe of probes) await admitProbe(ctx, screen.page, probe)
}

function probeOf(screen: Screen, { name, field }: Target, text: string): Probe {
  const [relation = '', inner] = name.split('.')
  const table = inner === undefined ? screen.entity.table : (screen.entity.relations[relation]?.table ?? '')
  return { name, field, text, reveal: revealNodes(screen, table) }
}

/** Nodes of the pages over a table that reveal its masked values. */
function revealNodes({ schema }: Pick<Screen, 'schema'>, table: string): string[] {
  const pages = [...schema.pages.values()].filter(({ entity, actions }) => entity.table === table && actions.reveal)
  return pages.map(({ id, actions }) => `${id}/${actions.reveal?.node ?? 'reveal'}`)
}

/** The same for a text that choices are searched for among the masked values of a field of `table`. */
export function admitChoiceProbe(
  screen: Screen,
  ctx: Context,
  table: string,
  { field, text }: { field: Field; text: string },
): Promise<void> {
  return admitProbe(ctx, screen.page, { name: field.name, field, text, reveal: revealNodes(screen, table) })
}

/** Counts the masked values of a record that are about to be compared with those of other rows, because they have to be unique. */
export async function admitUnique(screen: Screen, ctx: Context, values: Readonly<Row>): Promise<void> {
  const { entity } = screen
  const sets = [...Object.values(entity.fields).flatMap(({ name, unique }) => (unique ? [[name]] : [])), ...entity.unique]
  for (const name of new Set(sets.flat())) {
    const field = entity.fields[name]
    const text = values[name]
    if (!field?.mask || typeof text !== 'string' || text === '') continue
    const probe = { name, field, text, reveal: revealNodes(screen, entity.table) }
    if (!mayReveal(ctx, probe)) await admitProbe(ctx, screen.page, probe)
  }
}

function mayReveal(ctx: Context, { reveal }: Probe): boolean {
  const actor = actorOf(ctx)
  return reveal.some((node) => can(actor, node))
}

/**
 * Who looks through the pages of one answer asks once: the same value is counted and audited once an hour. The audit names the field and
 * never the value.
 */
async function admitProbe(ctx: Context, page: Page, probe: Probe): Promise<void> {
  const { area, id } = actorOf(ctx)
  const { name, text } = probe
  const sealed = await ctx.services.secretBox.closeSame('probe', `${page.id}.${name}`, text.toLowerCase())
  const mark = createHash('sha256').update(sealed).digest('base64url').slice(0, 22)
  const entry = auditOf(ctx, { action: `${page.id}/searchMasked`, table: page.entity.table, detail: { field: name } })
  const limits = mayReveal(ctx, probe) ? [] : probeLimits
  try {
    await inTransaction(ctx.services.database, async (trx) => {
      const admitted = await admitTry(trx, `masked:${area}:${id}`, mark, limits)
      if (admitted === 'tooMany') throw new Refused('crud.probes', { name }, { field: name })
      if (admitted === 'new') await writeAudit(trx, entry)
    })
  } catch (error) {
    if (error instanceof Refused) await noteRefusal(ctx, { ...entry, detail: { field: name, refused: true } })
    throw error
  }
}
