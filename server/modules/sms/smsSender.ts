import type { SmsConfigRow } from '../../core/rows.generated.ts'
import type { SecretBox } from '../../core/secretBox.ts'
import { SmsError } from './error.ts'
import { post } from './outgoing.ts'
import { type Keys, providers, type SmsMessage, stamp } from './providers.ts'

/** What the keys of secrets are for; part of what they are derived from. */
export const secretUse = 'sms'

/** Carries short messages to the provider of a configuration. */
export interface SmsSender {
  /** Done once the provider has taken it. Throws SmsError. */
  carry(config: SmsConfigRow, message: SmsMessage): Promise<void>
}

export interface SmsSenderOptions {
  seal: SecretBox
  /** Providers may be in the own network and speak plain http. */
  ownNetwork: boolean
  /** Output of the driver "log": for development; anyone who reads the log reads the codes. */
  log(message: { mobile: string; text: string }): void
}

/** Makes the server's courier. */
export function createSmsSender({ seal, ownNetwork, log }: SmsSenderOptions): SmsSender {
  return {
    async carry(config, message) {
      if (config.driver === 'log') {
        log({ mobile: message.mobile, text: signed(config, message.content) })
        return
      }
      const provider = providers[config.driver]
      if (!provider.freeText && message.providerTemplate === '') throw new SmsError('noTemplate')
      const secret = await seal.open(secretUse, config.id, config.secret)
      if (secret === undefined) throw new SmsError('noSecret')
      const request = provider.request(keysOf(config, secret), message, stamp())
      const answer = await post(request, { seconds: config.timeout, ownNetwork })
      const refusal = provider.refusal(parsed(answer.text))
      if (refusal !== undefined) throw new SmsError('refused', refusal.trim() || `HTTP ${answer.status}`)
    },
  }
}

/** A text with the name of who sends it, as people receive it. */
export function signed({ sign }: Pick<SmsConfigRow, 'sign'>, content: string): string {
  return sign === '' ? content : `【${sign}】${content}`
}

/** Whether a configuration sends any text. */
export function takesAnyText({ driver }: Pick<SmsConfigRow, 'driver'>): boolean {
  return driver === 'log' || providers[driver].freeText
}

/** Parameters of a configuration by their names. */
export function paramsOf({ params }: Pick<SmsConfigRow, 'params'>): Record<string, string> {
  const rows = Array.isArray(params) ? params : []
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]))
}

function keysOf(config: SmsConfigRow, secret: string): Keys {
  const { access_key: accessKey, sign, region, endpoint } = config
  return { accessKey, secret, sign, region, endpoint, params: paramsOf(config) }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
