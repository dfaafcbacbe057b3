import { buildAdminIcon } from '../../../src/schemas/buildadmin/icons.ts'
import { type BuildAdminInput, counterpartOf } from '../../../src/schemas/buildadmin/kinds.ts'
import type { Field } from '../../../src/schemas/field.ts'
import { isObject } from '../../../src/schemas/isObject.ts'
import { formatDateTime } from '../../../src/schemas/kinds/clock.ts'
import { onOff } from '../../../src/schemas/kinds/switch.ts'
import { isBlank } from '../../../src/schemas/language/form/valueRules.ts'
import { itemWords, withItems } from '../../../src/schemas/language/items/items.ts'
import { type ItemRow, itemAttributes } from '../../../src/schemas/language/items/parseItem.ts'
import type { Page } from '../../../src/schemas/language/page.ts'
import { encodeValue } from '../../../src/schemas/language/wire/codec.ts'
import type { Context } from '../../core/context.ts'
import type { Reader } from '../../core/db/connect.ts'
import { siteChanged } from '../../core/http/liveSite.ts'
import { accessChanged } from '../../core/session/access.ts'
import { startCounting } from '../../core/session/idle.ts'
import { quickEntrances, readSiteConfig } from '../../core/siteConfig.ts'
import type { Row, SaveInput, ScreenHooks } from '../../crud/domain.ts'
import { fixedTabs, readGroups } from '../../crud/keyValue/groups.ts'
import { itemsOf, readItems } from '../../crud/keyValue/items.ts'
import { readKeyValues } from '../../crud/keyValue/keyValues.ts'
import { afterwards, fixedEntrance, provePasswordOfEntrance, validateEntrance } from './entrance.ts'
import { sendTestMail, validateMailServer } from './mail.ts'
import { validateEntrances, validateSite } from './siteRules.ts'

const pageId = 'routine/config'

/** routine/config: BuildAdmin's client receives every item with its tab (protocol 1.11). */
export const configHooks: ScreenHooks = {
  validate: async (input) => ({
    ...validateMailServer(input),
    ...validateSite(input),
    ...(await validateEntrances(input)),
    ...(await validateEntrance(input)),
  }),
  beforeSave: provePasswordOfEntrance,
  afterSave: applySettings,
  saved: afterwards,
  decided: fixedEntrance,
  otherCalls: { sendTestMail },
  buildAdmin: { listExtra: groupsOf, settings: withoutFixedTabs },
}

/** Sessions in memory know whether the member centre is open; servers know the site. */
async function applySettings({ ctx, trx, values, before }: SaveInput): Promise<void> {
  if (values.idle_logout_minutes && !before?.idle_logout_minutes) await startCounting(trx)
  if (Object.hasOwn(values, 'open_member_center')) await accessChanged(trx, '*')
  await siteChanged(trx, ctx.services.site)
}

/** BuildAdmin's client is shown all tabs in the list of groups, and posts them back: those of the page are no groups of the owner. */
function withoutFixedTabs({ schema, body }: Context): Row {
  const page = schema.pages.get(pageId)
  const groups = body[page?.items?.groups ?? '']
  if (!page?.items?.groups || !Array.isArray(groups)) return body
  const fixed = fixedTabs(page)
  return { ...body, [page.items.groups]: groups.filter((row) => !isObject(row) || !fixed.includes(String(row.key))) }
}

async function groupsOf(ctx: Context, db: Reader): Promise<Row> {
  const own = ctx.schema.pages.get(pageId)
  if (!own?.items) return {}
  const rows = await readItems(db, own.items.table)
  const items = itemsOf(rows, ctx)
  const made = await readGroups(db, ctx.schema, own)
  const page = withItems(own, items, made)
  const { values } = await readKeyValues(db, ctx.schema, page)
  const words = itemWords(items, made)
  const word = (key: string) => words[key] ?? ctx.schema.words.text(ctx.lang, pageId, key)
  const byName = new Map(rows.map((row) => [row.name, row]))
  const names = (tab: string) => page.form.sections.flatMap((part) => (part.tab === tab ? part.fields : []))
  const groups = [...new Set(page.form.sections.flatMap(({ tab }) => tab ?? []))]
  const tabs = groups.map((key) => ({ key, value: word(`tabs.${key}`) }))
  const list = groups.map((name) => {
    const fields = names(name)
      .flatMap((each) => page.fields[each] ?? [])
      .filter(({ virtual }) => !virtual)
    const told = fields.map((field, i) => {
      const model = values[field.name]
      return {
        ...placeOf(page, field, byName.get(field.name)),
        group: name,
        title: word(`fields.${field.name}.label`),
        tip: field.help ? word(`fields.${field.name}.help`) : '',
        type: inputOf(field),
        value: field.name === own.items?.groups ? tabs : field.secret ? '' : inputValue(field, model),
        content: contentOf(field, word),
        rule: rulesOf(field, model, byName.get(field.name)),
        weigh: fields.length - i,
      }
    })
    return [name, { name, title: word(`tabs.${name}`), list: told }] as const
  })
  return {
    list: Object.fromEntries(list),
    configGroup: Object.fromEntries(tabs.map(({ key, value }) => [key, value])),
    quickEntrance: quickEntrances(await readSiteConfig(db)),
    remark: '',
  }
}

/** Fields of the page have no row that could be deleted: they are numbered below zero, where no row is. */
function placeOf(page: Page, field: Field, row: ItemRow | undefined): Row {
  return {
    id: row?.id ?? -1 - Object.keys(page.fields).indexOf(field.name),
    name: field.name,
    extend: attributesOf(row?.extend),
    input_extend: attributesOf(row?.inputExtend),
    allow_del: row ? 1 : 0,
  }
}

/** Attributes of an item; a list where there are none, as PHP writes it. */
function attributesOf(text = ''): Row | [] {
  const attributes = itemAttributes(text)
  return Object.keys(attributes).length > 0 ? attributes : []
}

/** A secret is typed unseen whatever its kind. */
function inputOf(field: Field): BuildAdminInput {
  return field.secret ? 'password' : counterpartOf(field.kind).input
}

/**
 * Names of the validators: what was said of the item, and what follows from the kind. Left out is what would keep that client from saving a
 * tab that is right: `url` beside a path, which its validator does not take, and `required` beside a saved secret, which it is not sent.
 */
function rulesOf(field: Field, model: unknown, row: ItemRow | undefined): string {
  const { rule } = counterpartOf(field.kind)
  const named = [...(field.required ? ['required'] : []), ...(row?.rule ?? []), ...(rule ? [rule] : [])]
  const isPath = !isBlank(model) && !/^https?:/.test(String(model))
  const passed = [...(isPath ? ['url'] : []), ...(field.secret && !isBlank(model) ? ['required'] : [])]
  return [...new Set(named.filter((name) => !passed.includes(name)))].join(',')
}

const lists: readonly string[] = ['array', 'checkbox', 'selects', 'city', 'remoteSelects']

/** The value as BuildAdmin's input for the kind has it (protocol 1.11): lists, booleans and numbers as such, everything else as a text. */
function inputValue(field: Field, model: unknown): unknown {
  const { input } = counterpartOf(field.kind)
  const wire = encodeValue(field, model)
  if (lists.includes(input)) return Array.isArray(wire) ? wire : []
  if (Array.isArray(wire)) return wire.join(',')
  if (input === 'switch') return model === onOff(field).on
  if (input === 'number') return wire === null || wire === '' ? null : Number(wire)
  if (input === 'datetime') return typeof model === 'number' ? formatDateTime(model) : ''
  return input === 'icon' ? buildAdminIcon(String(wire ?? '')) : String(wire ?? '')
}

function contentOf(field: Field, word: (key: string) => string): unknown {
  if (!field.options) return ''
  return Object.fromEntries(field.options.map(({ value }) => [String(value), word(`fields.${field.name}.options.${value}`)]))
}
