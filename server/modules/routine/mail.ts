import { isObject } from '../../../src/schemas/isObject.ts'
import { isBlank } from '../../../src/schemas/language/form/valueRules.ts'
import { actorOf, type Context } from '../../core/context.ts'
import { MailError, type MailFault, sendMail } from '../../core/mail/send.ts'
import { mailSettingNames, mailSettingsOf } from '../../core/mail/settings.ts'
import { Refused } from '../../core/refuse.ts'
import { admitAccount } from '../../core/session/throttle.ts'
import { readSiteConfig } from '../../core/siteConfig.ts'
import { inTransaction } from '../../core/transaction/transaction.ts'
import type { FieldMessage, OtherCall, Row, RowAction, SaveInput } from '../../crud/domain.ts'

/** Where connections go to: only super administrators say it, or a lesser one could have the kept password sent elsewhere (controls C12). */
const whereTo = ['smtp_server', 'smtp_port', 'smtp_verification'] as const

/** Test mails of one administrator: each connects to a server of their choice. */
const testMails = { atMost: 20, seconds: 600 }

/** What is wrong with saving the mail settings. */
export function validateMailServer({ ctx, values, before }: SaveInput): Record<string, FieldMessage> {
  if (actorOf(ctx).super) return {}
  const changed = whereTo.filter((name) => Object.hasOwn(values, name) && values[name] !== before?.[name])
  return Object.fromEntries(changed.map((name) => [name, { code: 'mail.superOnly' }]))
}

/** The field of the form that a fault of sending is about. */
const faultFields: Readonly<Record<MailFault, string | undefined>> = {
  unknownHost: 'entered.smtp_server',
  ownNetwork: 'entered.smtp_server',
  noConnection: 'entered.smtp_server',
  tooSlow: 'entered.smtp_server',
  tls: 'entered.smtp_verification',
  login: 'entered.smtp_pass',
  address: 'test_mail',
  refused: undefined,
}

/** Sends a mail with the settings on the screen, saved or not; an empty password is the saved one. */
export const mailActions: Readonly<Record<string, RowAction>> = {
  'routine/config.testMail': {
    sends: true,
    async answer({ ctx, db, row, values, entered }) {
      const shown = { ...row, ...entered }
      const elsewhere = actorOf(ctx).super ? undefined : whereTo.find((name) => shown[name] !== row[name])
      if (elsewhere) throw new Refused('mail.superOnly', {}, { field: `entered.${elsewhere}` })
      const settings = mailSettingsOf(shown)
      const missing = emptyName(ctx, shown)
      if (missing || !settings) throw new Refused('mail.incomplete', {}, missing ? { field: `entered.${missing}` } : {})
      await countTestMail(ctx)
      const to = String(values.test_mail).trim()
      const { site_name } = await readSiteConfig(db)
      const subject = `${ctx.text('codes.messages.test.subject')} - ${site_name}`
      const text = `${ctx.text('codes.messages.test.text')}\n\n${site_name}\n`
      try {
        await sendMail(settings, { to, subject, text }, { ownNetwork: ctx.services.settings.mailOwnNetwork })
      } catch (error) {
        if (!(error instanceof MailError)) throw error
        const field = faultFields[error.fault]
        throw new Refused(`mail.${error.fault}`, {}, field ? { field } : {})
      }
      return { sent: ctx.text('codes.test.sent', { address: to }) }
    },
  },
}

/** The first setting that was cleared on the screen, or is set nowhere. */
function emptyName(ctx: Context, shown: Readonly<Row>): string | undefined {
  const { entered } = ctx.body
  const posted = isObject(entered) ? entered : {}
  const cleared = (name: string) => name !== 'smtp_pass' && Object.hasOwn(posted, name) && isBlank(posted[name])
  return mailSettingNames.find((name) => cleared(name) || isBlank(shown[name]))
}

/** Counted whether it arrives or not, so in a transaction of its own. */
async function countTestMail(ctx: Context): Promise<void> {
  const account = { area: 'admin' as const, id: actorOf(ctx).id }
  const isAdmitted = await inTransaction(ctx.services.database, (trx) => admitAccount(trx, 'testMail', account, testMails))
  if (!isAdmitted) throw new Refused('mail.tooMany', { minutes: testMails.seconds / 60 }, { field: 'test_mail' })
}

/** BuildAdmin's client posts all mail items side by side, with the recipient as `testMail` (protocol 1.11). */
export const sendTestMail: OtherCall = {
  action: 'testMail',
  receive: ({ testMail, ...entered }) => ({ test_mail: testMail, entered }),
  place: (name) => (name === 'test_mail' ? 'testMail' : name.replace(/^entered\./, '')),
  message: 'success.mail.tested',
}
