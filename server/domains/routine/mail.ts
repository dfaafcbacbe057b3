import { actorOf } from '../../app/context.ts'
import { Refused } from '../../app/refuse.ts'
import { readSiteConfig } from '../../app/siteConfig.ts'
import type { FieldMessage, RowAction, SaveInput } from '../../crud/domain.ts'
import { MailError, sendMail } from '../../mail/send.ts'
import { mailSettingsOf } from '../../mail/settings.ts'

/** Where connections go to: only super administrators say it, or a lesser one could have the kept password sent elsewhere (controls C12). */
const whereTo = ['smtp_server', 'smtp_port', 'smtp_verification'] as const

/** What is wrong with saving the mail settings. */
export function judgeMailServer({ ctx, values, before }: SaveInput): Record<string, FieldMessage> {
  if (actorOf(ctx).super) return {}
  const changed = whereTo.filter((name) => Object.hasOwn(values, name) && values[name] !== before?.[name])
  return Object.fromEntries(changed.map((name) => [name, { code: 'mail.superOnly' }]))
}

/** Sends a mail with the settings on the screen, saved or not; an empty password is the saved one. */
export const mailActions: Readonly<Record<string, RowAction>> = {
  'routine/config.testMail': {
    sends: true,
    async answer({ ctx, db, row, values, entered }) {
      const shown = { ...row, ...entered }
      if (!actorOf(ctx).super && whereTo.some((name) => shown[name] !== row[name])) throw new Refused('mail.superOnly')
      const settings = mailSettingsOf(shown)
      if (!settings) throw new Refused('mail.incomplete')
      const to = String(values.test_mail).trim()
      const { site_name } = await readSiteConfig(db)
      const subject = `${ctx.text('codes.messages.test.subject')} - ${site_name}`
      const text = `${ctx.text('codes.messages.test.text')}\n\n${site_name}\n`
      try {
        await sendMail(settings, { to, subject, text }, { ownNetwork: ctx.services.settings.mailOwnNetwork })
      } catch (error) {
        if (error instanceof MailError) throw new Refused(`mail.${error.fault}`)
        throw error
      }
      return { sent: ctx.text('codes.test.sent', { address: to }) }
    },
  },
}
