import { exportColumns, exportScopes } from '../../../../src/schemas/api/exporting.ts'
import { formatDateTime, wireZone } from '../../../../src/schemas/kinds/clock.ts'
import { actionOf } from '../../../../src/schemas/language/action/actionOf.ts'
import type { Page } from '../../../../src/schemas/language/page.ts'
import { actorOf, type Context } from '../../../core/context.ts'
import { enqueue } from '../../../core/jobs/queue.ts'
import { Refused } from '../../../core/refuse.ts'
import type { FieldMessage, SaveInput, ScreenHooks } from '../../../crud/domain.ts'
import { exportHooks } from './hooks.ts'
import { exportJob } from './record.ts'
import { askedFor, formatOf, freeName, isNameTaken, requirePlace } from './request.ts'
import { mayExport, mayHavePlain, targetsOf } from './rights.ts'

/** Hooks of the page over all exports: what its form asks for is the whole of a list, as the list shows it at first. */
export const exportFormHooks: ScreenHooks = {
  ...exportHooks,
  validate: async ({ ctx, trx, values }) => {
    const found: Record<string, FieldMessage> = {}
    const { id } = actorOf(ctx)
    await requirePlace(trx, id)
    const page = ctx.schema.pages.get(String(values.target))
    if (!page?.actions.export) return found // beside the field stands that there is no such choice
    const place = actionOf(page, 'export', 'export')?.place
    if (place && (await isNameTaken(trx, id, targetsOf(ctx.schema, place), nameOf(values)))) found.name = { code: 'unique' }
    if (values.mask_sensitive === 0 && !mayHavePlain(actorOf(ctx), page)) found.mask_sensitive = { code: 'noNode' }
    return found
  },
  beforeSave: async ({ ctx, trx, values }) => {
    const target = String(values.target)
    const page = ctx.schema.pages.get(target)
    if (!page?.actions.export || !mayExport(actorOf(ctx), target)) throw new Refused('dataio.noRight')
    const [scope = ''] = exportScopes(page)
    const name = nameOf(values) || (await freeName(trx, ctx, page, usualName(ctx, page)))
    const asking = { name, target, scope, format: formatOf(values.format), sort: '', zone: wireZone() }
    const filters = { search: [], quickSearch: '' }
    const masks = values.mask_sensitive === 0 ? 0 : 1
    Object.assign(values, askedFor(ctx, { ...asking, columns: columnsOf(page, scope, values), filters, mask_sensitive: masks }))
  },
  afterSave: ({ trx, key }) => enqueue(trx, exportJob, Number(key)),
}

function nameOf(values: SaveInput['values']): string {
  return String(values.name ?? '').trim()
}

function usualName({ schema, lang, now }: Context, { id }: Page): string {
  return `${schema.words.text(lang, id, 'title')} ${formatDateTime(now).slice(0, 16)}`
}

/** What was chosen, in the order of the list; what the list shows where nothing was. */
function columnsOf(page: Page, scope: string, { columns }: SaveInput['values']): string[] {
  const chosen = Array.isArray(columns) ? columns.map(String) : []
  const all = exportColumns(page, scope)
  return (chosen.length > 0 ? all.filter(({ name }) => chosen.includes(name)) : all.filter(({ of }) => !of.hidden)).map(
    ({ name }) => name,
  )
}
