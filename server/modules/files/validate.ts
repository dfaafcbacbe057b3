import { type SqlBool, sql } from 'kysely'
import { isAccepted } from '../../../src/schemas/api/upload.ts'
import type { Field } from '../../../src/schemas/field.ts'
import { isObject } from '../../../src/schemas/isObject.ts'
import { addressesOf } from '../../../src/schemas/kinds/image.ts'
import { kindOf } from '../../../src/schemas/kinds/index.ts'
import { decodeRow } from '../../../src/schemas/language/wire/codec.ts'
import { actorOf, type Context, can } from '../../core/context.ts'
import type { Writer } from '../../core/db/connect.ts'
import { Refused } from '../../core/refuse.ts'
import type { CheckedValues, FieldMessage, Row } from '../../crud/domain.ts'
import { isOwned } from './attachments.ts'

interface Facts {
  url: string
  name: string
  type: string
  size: number
  /** The actor has uploaded it, or may see it in the list. */
  usable: boolean
}

/** One address that was put into a field, and where: `cover`, or `lines.0.image` inside a subtable. */
interface Named {
  place: string
  field: Field
  url: string
}

/** Who may see the list of attachments may use all of them. */
export const attachmentNode = 'routine/attachment/index'

/**
 * What is wrong with the files that values name. An address of this site must be that of an attachment, of a type and size the field takes,
 * which the actor has uploaded or may see in the list, with the messages of the upload itself; administrators may also name what is shipped
 * with the site (/static/, /demo/), and pictures elsewhere. What the record named before may stay. The attachments are locked against
 * deletion until the transaction ends.
 */
export async function validateFiles(
  ctx: Context,
  trx: Writer,
  { fields, values, before }: CheckedValues,
): Promise<Record<string, FieldMessage>> {
  const actor = actorOf(ctx)
  const isTheirs = (url: string) => actor.area === 'admin' && isElsewhere(url)
  const named = fields
    .flatMap((field) => namesIn(field, field.name, values[field.name], before?.[field.name]))
    .filter(({ url }) => !isTheirs(url))
  if (named.length === 0) return {}
  const usable = actor.area === 'admin' && can(actor, attachmentNode) ? sql<SqlBool>`true` : isOwned(actor)
  const rows = await trx
    .selectFrom('attachment as a')
    .select(['url', 'suffix', 'mimetype', 'size', usable.as('usable')])
    .where('url', 'in', [...new Set(named.map((each) => each.url))])
    .forKeyShare('a')
    .execute()
  const facts = new Map(
    rows.map((row): [string, Facts] => [
      String(row.url),
      {
        url: String(row.url),
        name: `x.${String(row.suffix)}`,
        type: String(row.mimetype),
        size: Number(row.size),
        usable: row.usable === true,
      },
    ]),
  )
  const found: Record<string, FieldMessage> = {}
  for (const each of named) {
    const code = faultOf(each.field, facts.get(each.url))
    if (code) found[each.place] ??= { code }
  }
  return found
}

/** A picture that is shipped with the site, or kept by somebody else. */
function isElsewhere(url: string): boolean {
  return /^https?:/i.test(url) || (/^\/(?:static|demo)\/[\w./-]+$/.test(url) && !url.includes('..'))
}

/**
 * Pictures that a member's call names outside of a form: as the field that they come into takes them, and uploaded by the member. Throws
 * `Refused` with `code`, beside `place`.
 */
export async function ownPictures(
  ctx: Context,
  trx: Writer,
  { field, value, place, code }: { field: Field | undefined; value: unknown; place: string; code: string },
): Promise<string[]> {
  if (!field) throw new Error(`no field takes the pictures of ${place}`)
  const fields = { [field.name]: { ...field, required: false } }
  const { values, errors } = decodeRow(fields, { [field.name]: value ?? [] })
  const wrong = { ...errors, ...(await validateFiles(ctx, trx, { fields: [field], values, before: null })) }
  if (Object.keys(wrong).length > 0) throw new Refused(code, {}, { field: place })
  return addressesOf(values[field.name])
}

function faultOf(field: Field, file: Facts | undefined): string | undefined {
  // What hooks keep is not in the record as it was: there a file of somebody else may have been before.
  if (!file || !(file.usable || field.virtual)) return 'uploadMissing'
  const accept = kindOf(field).markup ? 'image/*,video/mp4,video/webm' : (kindOf(field).uploads?.accept(field) ?? '')
  if (accept !== '' && !isAccepted(file, accept)) return 'uploadType'
  return field.maxSize !== undefined && file.size > field.maxSize ? 'uploadSize' : undefined
}

/** Addresses of uploaded files in a value that were not in the one before; of rows inside it as well. */
function namesIn(field: Field, place: string, value: unknown, before: unknown): Named[] {
  if (field.fields && Array.isArray(value)) {
    const inner = Object.values(field.fields)
    const all = (name: string) => (Array.isArray(before) ? before.flatMap((row: Row | null) => row?.[name] ?? []) : [])
    return value.flatMap((row, i) =>
      inner.flatMap((each) =>
        namesIn(each, `${place}.${i}.${each.name}`, isObject(row) ? row[each.name] : undefined, all(each.name)),
      ),
    )
  }
  const { uploads, markup } = kindOf(field)
  const addresses = markup ? filesIn : uploads?.addresses
  if (!addresses) return []
  const had = new Set(addresses(before))
  return addresses(value)
    .filter((url) => !had.has(url))
    .map((url) => ({ place, field, url }))
}

/** Addresses of the pictures and videos in cleaned rich text, or several of them. */
function filesIn(value: unknown): string[] {
  const html = [value]
    .flat()
    .filter((part) => typeof part === 'string')
    .join(' ')
  return [...html.matchAll(/<(?:img|video)\b[^>]*?\ssrc="([^"]*)"/g)].map(([, url = '']) => url.replaceAll('&amp;', '&'))
}
