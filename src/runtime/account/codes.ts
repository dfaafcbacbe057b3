import type { Channel, CodeEventName } from '../../schemas/codeEvents.ts'
import type { HttpClient } from '../http/client.ts'
import type { SolvedCaptcha } from './captcha.ts'

/** What a code is asked for: the address it goes to (absent: the own one), and the own password where the event needs it. */
export interface CodeRequest {
  channel: Channel
  event: CodeEventName
  address?: string | undefined
  password?: string | undefined
}

/** Seconds until another code may be asked for (protocol 1.4). */
export const codePause = 60

/** Errors are shown where the code is typed, not in a toast. */
const quiet = { showError: false, showCodeMessage: false }

/** Has a code sent; the server's words of success are shown. Rejects with a CallError. */
export async function sendCode(http: HttpClient, asked: CodeRequest, solved: SolvedCaptcha): Promise<void> {
  const { channel, event, address, password } = asked
  const body = {
    ...(address === undefined ? {} : { [channel]: address }),
    ...(password === undefined ? {} : { password }),
    ...solved,
  }
  const said = { ...quiet, showSuccess: true }
  if (channel === 'email') await http.post('/api/Ems/send', { ...body, event }, said)
  else await http.post('/api/Sms/send', { ...body, template_code: event }, said)
}

/** What a new password is set by. */
export interface Retrieval {
  type: Channel
  /** The address of the account. */
  account: string
  captcha: string
  password: string
}

/** Sets a new password with a code that was sent to the account's address. Rejects with a CallError. */
export async function retrievePassword(http: HttpClient, retrieval: Retrieval): Promise<void> {
  await http.post('/api/account/retrievePassword', { ...retrieval }, { ...quiet, showSuccess: true })
}

/** By what an account can be shown to be one's own: e-mail, mobile, or nothing where the site sends neither. Rejects with a CallError. */
export async function waysToVerify(http: HttpClient): Promise<readonly Channel[]> {
  const { data } = await http.get<{ accountVerificationType?: Channel[] }>('/api/user/checkIn', {}, { cancelDuplicate: false })
  return data.accountVerificationType ?? []
}
