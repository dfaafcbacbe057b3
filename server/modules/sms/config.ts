import { isIP } from 'node:net'
import { sql } from 'kysely'
import type { Writer } from '../../core/db/connect.ts'
import { isPublicAddress } from '../../core/mail/address.ts'
import { Refused } from '../../core/refuse.ts'
import type { SmsConfigRow } from '../../core/rows.generated.ts'
import { siteZone } from '../../core/siteConfig.ts'
import { computesOf } from '../../crud/computes.ts'
import type { FieldMessage, Row, SaveInput, ScreenHooks } from '../../crud/domain.ts'
import { providers } from './providers.ts'
import { paramsOf, secretUse } from './smsSender.ts'

const today = `extract(epoch from date_trunc('day', now() at time zone ${siteZone}) at time zone ${siteZone})`
const countToday = (status: number) => ({
  sql: `(select count(*)::int from sms_log as l where l.config_id = t.id and l.status = ${status} and l.create_time >= ${today})`,
})

/** sms/config: one default in use, secrets sealed, and what each provider cannot do without. */
export const smsConfigHooks: ScreenHooks = {
  computes: computesOf('sms/config', { sentToday: countToday(1), failedToday: countToday(2) }),
  validate: async (input) => {
    const isAbout = ['is_default', 'status'].some((name) => Object.hasOwn(input.values, name))
    // Defaults are validated one after another.
    if (isAbout) await sql`select pg_advisory_xact_lock(hashtext('kontor.sms_default'))`.execute(input.trx)
    return { ...(await validateDefault(input)), ...validateProvider(input) }
  },
  // The secret is sealed under the row's key, which a new row has only afterwards: until then nothing is kept.
  beforeSave: async ({ trx, mode, values }) => {
    if (typeof values.secret === 'string') values.secret = ''
    if (mode === 'add' && values.is_default !== 1 && values.status === 1 && !(await otherDefault(trx, 0))) values.is_default = 1
  },
  afterSave: async ({ ctx, trx, values, body, key }) => {
    const { secret } = body
    if (typeof secret === 'string' && secret !== '') {
      const sealed = await ctx.services.secretBox.close(secretUse, key, secret)
      await sql`update sms_config set secret = ${sealed} where id = ${key}`.execute(trx)
    }
    if (values.is_default === 1)
      await sql`update sms_config set is_default = 0, update_time = ${ctx.now} where is_default = 1 and id <> ${key}`.execute(trx)
  },
  beforeDelete: async ({ trx, rows }) => {
    const used = rows.find((row) => row.is_default === 1)
    if (used) throw new Refused('sms.isDefault', { name: String(used.name) })
    const found = await sql<
      Pick<SmsConfigRow, 'name'>
    >`select name from sms_config c where c.id = any(${rows.map((row) => Number(row.id))}::int[])
      and exists (select 1 from sms_template t where t.config_id = c.id) limit 1`.execute(trx)
    const [inUse] = found.rows
    if (inUse) throw new Refused('sms.configInUse', { name: inUse.name })
  },
}

async function otherDefault(trx: Writer, id: number): Promise<boolean> {
  const { rows } = await sql`select 1 from sms_config where is_default = 1 and status = 1 and id <> ${id} limit 1`.execute(trx)
  return rows.length > 0
}

async function validateDefault({ before, values }: SaveInput): Promise<Record<string, FieldMessage>> {
  const next: Row = { ...before, ...values }
  const wasDefault = before?.is_default === 1
  if (wasDefault && next.is_default !== 1) return { is_default: { code: 'sms.oneDefault' } }
  if (next.is_default === 1 && next.status !== 1)
    return wasDefault ? { status: { code: 'sms.oneDefault' } } : { is_default: { code: 'sms.disabledDefault' } }
  return {}
}

function validateProvider({ ctx, before, values, body }: SaveInput): Record<string, FieldMessage> {
  // Present values are decoded by their kind; missing ones are reported by the form's own rules.
  const next = { ...before, ...values } as unknown as SmsConfigRow // a row of the page's own table, all of it
  if (!next.driver || next.driver === 'log') return {}
  const found: Record<string, FieldMessage> = {}
  const hasSecret = (typeof body.secret === 'string' && body.secret !== '') || (before?.secret ?? '') !== ''
  // An empty one is as it was: a row that had none may be saved as it is, but not put into use.
  const isNew = !before || before.driver !== next.driver
  const isPutToUse = before?.status !== next.status || before?.is_default !== next.is_default
  if (!hasSecret && (isNew || (isPutToUse && next.status === 1))) found.secret = { code: 'sms.secretNeeded' }
  if (next.endpoint && !isAllowed(next.endpoint, ctx.services.settings.smsOwnNetwork)) found.endpoint = { code: 'sms.endpoint' }
  const params = paramsOf(next)
  const missing = providers[next.driver].needs.find((name) => !params[name])
  if (missing) found.params = { code: 'sms.param', params: { name: missing } }
  return found
}

/** A public internet address with https; the resolved address is checked on connecting. */
function isAllowed(endpoint: string, ownNetwork: boolean): boolean {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined
  if (url?.username !== '' || url.password !== '') return false
  if (ownNetwork) return url.protocol === 'https:' || url.protocol === 'http:'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return url.protocol === 'https:' && host !== 'localhost' && (isIP(host) === 0 || isPublicAddress(host))
}
