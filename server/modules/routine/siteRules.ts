import { sql } from 'kysely'
import { readColumn } from '../../core/db/scalar.ts'
import { parseAddresses } from '../../core/http/addresses.ts'
import { parseFrameHosts } from '../../core/http/frames.ts'
import { saveNameFault } from '../../core/saveName.ts'
import type { FieldMessage, SaveInput } from '../../crud/domain.ts'

/** What is wrong with the site's settings beyond the kinds of their fields. */
export function validateSite(input: SaveInput): Record<string, FieldMessage> {
  return { ...validateOrigins(input), ...validateBlocked(input), ...validateHours(input), ...validateSaveName(input) }
}

/** Settings that are origins, one a line. */
function validateOrigins({ values }: SaveInput): Record<string, FieldMessage> {
  const found: Record<string, FieldMessage> = {}
  for (const name of ['iframe_hosts', 'cors_domains']) {
    const hosts = parseFrameHosts(String(values[name] ?? ''))
    if ('wrong' in hosts) found[name] = { code: 'frameHost', params: { line: hosts.wrong } }
  }
  return found
}

/** Who saves the list must still get in afterwards. */
function validateBlocked({ ctx, values }: SaveInput): Record<string, FieldMessage> {
  const parsed = parseAddresses(String(values.no_access_ip ?? ''))
  if ('wrong' in parsed) return { no_access_ip: { code: 'site.ip', params: { line: parsed.wrong } } }
  const isOwn = parsed.list.check(ctx.ip, ctx.ip.includes(':') ? 'ipv6' : 'ipv4')
  return isOwn ? { no_access_ip: { code: 'site.ipOwn', params: { ip: ctx.ip } } } : {}
}

function validateSaveName({ values }: SaveInput): Record<string, FieldMessage> {
  const fault = typeof values.upload_save_name === 'string' ? saveNameFault(values.upload_save_name) : undefined
  return fault ? { upload_save_name: { code: fault === 'ends' ? 'site.saveNameEnds' : 'site.saveNamePart' } } : {}
}

/** Both times or none. */
function validateHours({ values, before }: SaveInput): Record<string, FieldMessage> {
  const isSet = (name: string) => Boolean(Object.hasOwn(values, name) ? values[name] : before?.[name])
  const [start, end] = ['login_window_start', 'login_window_end']
  if (start === undefined || end === undefined || isSet(start) === isSet(end)) return {}
  return { [isSet(start) ? end : start]: { code: 'site.bothTimes' } }
}

/** Each quick entrance opens a menu item. */
export async function validateEntrances({ trx, values }: SaveInput): Promise<Record<string, FieldMessage>> {
  const list = values.config_quick_entrance
  if (!Array.isArray(list) || list.length === 0) return {}
  const names = list.map(({ value }) => String(value))
  const lower = names.map((name) => name.toLowerCase())
  const menus = sql`select name from admin_rule where type = 'menu' and lower(name) = any(${lower}::text[])`
  const known = new Set((await readColumn(trx, menus)).map((name) => String(name).toLowerCase()))
  const other = names.find((name) => !known.has(name.toLowerCase()))
  return other === undefined ? {} : { config_quick_entrance: { code: 'site.route', params: { name: other } } }
}
