import { isIP } from 'node:net'
import { createTransport } from 'nodemailer'
import { AddressError, addressOfHost } from './address.ts'
import type { MailSettings } from './settings.ts'

export interface Mail {
  to: string
  subject: string
  /** Plain text. */
  text: string
  /** The same each time the same mail is sent: by it mail systems know it again. */
  reference?: string
}

/** Why a mail was not sent: a word below `errors.mail.`. */
export type MailFault = 'unknownHost' | 'ownNetwork' | 'noConnection' | 'tooSlow' | 'tls' | 'login' | 'address' | 'refused'

/** A mail that was not sent. Holds nothing of the mail and of the settings. */
export class MailError extends Error {
  readonly fault: MailFault
  constructor(fault: MailFault) {
    super(`the mail was not sent: ${fault}`)
    this.name = 'MailError'
    this.fault = fault
  }
}

/** Milliseconds for each step, and for all of them: a browser waits ten seconds. */
const step = 5_000
const inAll = 8_000

/** Sends a mail and is done once the server has taken it. `ownNetwork`: the server may be in the own network. Throws MailError. */
export async function sendMail(settings: MailSettings, mail: Mail, { ownNetwork }: { ownNetwork: boolean }): Promise<void> {
  let transport: ReturnType<typeof transportOf> | undefined
  let slow: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    slow = setTimeout(() => reject(new MailError('tooSlow')), inAll)
  })
  const sending = async () => {
    transport = transportOf(settings, await addressOfHost(settings.smtp_server, ownNetwork))
    const from = { name: settings.smtp_sender_name, address: settings.smtp_sender_mail }
    const { reference, ...rest } = mail
    const messageId = reference && `<kontor.${reference}@${from.address.split('@').at(-1)}>`
    await transport.sendMail({
      ...rest,
      ...(messageId ? { messageId } : {}),
      from,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  }
  try {
    await Promise.race([sending(), late])
  } catch (error) {
    throw error instanceof MailError ? error : new MailError(faultOf(error))
  } finally {
    clearTimeout(slow)
    transport?.close()
  }
}

function transportOf(settings: MailSettings, address: string) {
  const { smtp_server: host, smtp_port: port, smtp_user: user, smtp_pass: pass, smtp_verification: way } = settings
  return createTransport({
    host: address,
    port,
    secure: way === 'SSL',
    requireTLS: way === 'TLS',
    ignoreTLS: way === 'none',
    auth: { user, pass },
    // The certificate is that of the name, not of the address behind it.
    ...(isIP(host) ? {} : { tls: { servername: host } }),
    connectionTimeout: step,
    greetingTimeout: step,
    socketTimeout: step,
  })
}

const faults: Readonly<Record<string, MailFault>> = {
  EDNS: 'unknownHost',
  ECONNECTION: 'noConnection',
  ESOCKET: 'noConnection',
  ETIMEDOUT: 'tooSlow',
  ETLS: 'tls',
  EAUTH: 'login',
  ENOAUTH: 'login',
  EENVELOPE: 'address',
}

/** What went wrong, by the library's codes; of a certificate nobody trusts it says only that the socket failed. */
function faultOf(error: unknown): MailFault {
  if (error instanceof AddressError) return error.reason === 'own' ? 'ownNetwork' : 'unknownHost'
  if (!(error instanceof Error)) return 'refused'
  if (/certificate|altname|tls|ssl/i.test(error.message)) return 'tls'
  return faults['code' in error ? String(error.code) : ''] ?? 'refused'
}
