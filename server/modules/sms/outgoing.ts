import { callOut, OutgoingError } from '../../core/http/outgoing.ts'
import { SmsError } from './error.ts'

export interface Outgoing {
  url: string
  headers: Readonly<Record<string, string>>
  body: string
}

/** Bytes of an answer that are read: what providers say is short. */
const room = 65_536

/** Posts to a provider and returns its answer. Throws SmsError. */
export async function post(
  call: Outgoing,
  limits: { seconds: number; ownNetwork: boolean },
): Promise<{ status: number; text: string }> {
  try {
    const { status, bytes } = await callOut({ method: 'POST', ...call }, { ...limits, room })
    return { status, text: bytes.toString('utf8') }
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error
    throw new SmsError(error.reason === 'tooLong' ? 'noConnection' : error.reason)
  }
}
