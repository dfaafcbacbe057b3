/** Why a short message was not sent: a word below `errors.sms.failed.`. */
export type SmsFault =
  | 'unknownHost'
  | 'ownNetwork'
  | 'insecure'
  | 'noConnection'
  | 'tooSlow'
  | 'noTemplate'
  | 'noSecret'
  | 'refused'

/** A short message that was not sent. Holds nothing of the message and of the settings; `reason` is what the provider says. */
export class SmsError extends Error {
  readonly fault: SmsFault
  readonly reason: string
  constructor(fault: SmsFault, reason = '') {
    super(`the short message was not sent: ${fault}`)
    this.name = 'SmsError'
    this.fault = fault
    this.reason = reason.slice(0, 200)
  }
}
