import { actorOf } from '../../../../server/core/context.ts'
import { enqueue } from '../../../../server/core/jobs/queue.ts'
import { Refused } from '../../../../server/core/refuse.ts'
import type { FieldMessage, SaveInput, ScreenHooks } from '../../../../server/crud/domain.ts'
import { exportActionsOf, placeHooks } from '../../../../server/modules/dataio/export/hooks.ts'
import { type Asked, exportJob } from '../../../../server/modules/dataio/export/record.ts'
import { askedFor, formatOf, freeName, isNameTaken, requirePlace } from '../../../../server/modules/dataio/export/request.ts'
import { mayExport, targetsOf } from '../../../../server/modules/dataio/export/rights.ts'
import { exportColumns } from '../../../../src/schemas/api/exporting.ts'
import { formatDateTime, parseDateTime, wireZone } from '../../../../src/schemas/kinds/clock.ts'
import { computesOf } from '../computes.ts'
import type { Reads } from '../reads.generated.ts'

const place = 'shop/order/export'
const target = 'shop/order/order'
const day = 86_400
const daysAtMost = 366

type Term = Asked['search'][number]
type Asking = Reads['shop/order/export']['statusIn']

/** Exports of orders: what the form asks for becomes the search that the list of orders would send. */
export const orderExportHooks: ScreenHooks = {
  ...placeHooks(place),
  computes: computesOf('shop/order/export', {
    statusIn: ofTerms(({ field, val }) => (field === 'status' && Array.isArray(val) ? val.map(Number) : undefined)),
    timeField: ofTerms((term) => (isTime(term) ? term.field : undefined)),
    timeFrom: ofTerms((term) => (isTime(term) ? momentOf(term, 0) : undefined)),
    timeTo: ofTerms((term) => (isTime(term) ? momentOf(term, 1) : undefined)),
  }),
  prepare: async (ctx, db) => {
    const title = ctx.schema.words.text(ctx.lang, target, 'title')
    const minute = formatDateTime(ctx.now).slice(0, 16).replace(':', '')
    const page = ctx.schema.pages.get(target)
    const name = page ? await freeName(db, ctx, page, `${title} ${minute}`) : title
    const today = parseDateTime(`${formatDateTime(ctx.now).slice(0, 10)} 00:00:00`) ?? ctx.now
    return { name, time_from: today - 29 * day, time_to: today + day - 1 }
  },
  validate: async ({ ctx, trx, values }) => {
    const found: Record<string, FieldMessage> = {}
    const { id } = actorOf(ctx)
    await requirePlace(trx, id)
    if (await isNameTaken(trx, id, targetsOf(ctx.schema, place), String(values.name ?? ''))) found.name = { code: 'unique' }
    const seconds = Number(values.time_to) - Number(values.time_from)
    if (seconds < 0) found.time_to = { code: 'dataio.backwards' }
    else if (seconds >= daysAtMost * day) found.time_to = { code: 'dataio.days', params: { max: daysAtMost } }
    return found
  },
  beforeSave: async ({ ctx, values }) => {
    const page = ctx.schema.pages.get(target)
    if (!page || !mayExport(actorOf(ctx), target)) throw new Refused('dataio.noRight')
    const scope = String(values.scope)
    const chosen = Array.isArray(values.columns) ? values.columns.map(String) : []
    const columns = chosen.length > 0 ? chosen : exportColumns(page, scope).map(({ name }) => name)
    const filters: Asked = { search: searchOf(values), quickSearch: '' }
    const asking = { name: String(values.name), target, scope, format: formatOf(values.format) }
    const masks = values.mask_sensitive === 0 ? 0 : 1
    Object.assign(values, askedFor(ctx, { ...asking, columns, filters, sort: '', zone: wireZone(), mask_sensitive: masks }))
  },
  afterSave: ({ trx, key }) => enqueue(trx, exportJob, Number(key)),
}

/** Actions of the screen shop/order/export. */
export const orderExportActions = exportActionsOf(place)

/** What the form narrows orders to, as the list would. */
function searchOf(values: SaveInput['values']): Term[] {
  const statuses = Array.isArray(values.status_in) ? values.status_in.map(String) : []
  const range = [values.time_from, values.time_to].map((time) => formatDateTime(Number(time))).join(',')
  return [
    ...(statuses.length > 0 ? [{ field: 'status', operator: 'IN', val: statuses }] : []),
    { field: String(values.time_field), operator: 'RANGE', val: range },
  ]
}

/** A value for each row, of the first term of its search that has one. */
function ofTerms(read: (term: Term) => unknown): (input: { rows: readonly Asking[] }) => Promise<unknown[]> {
  const found = ({ filters }: Asking) => {
    const { search = [] } = (filters ?? {}) as Partial<Asked>
    return search.map(read).find((value) => value !== undefined) ?? null
  }
  return async ({ rows }) => rows.map(found)
}

function isTime({ field, operator }: Term): boolean {
  return operator === 'RANGE' && field.endsWith('_time')
}

/** One end of a range of times; null where it is open. */
function momentOf({ val }: Term, end: 0 | 1): number | null {
  const text = (Array.isArray(val) ? val : val.split(','))[end] ?? ''
  return text === '' ? null : parseDateTime(text)
}
