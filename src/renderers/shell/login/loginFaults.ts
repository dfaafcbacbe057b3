import { CallError } from '../../../runtime/callError.ts'
import type { Translate } from '../../ui/words.tsx'

export interface Faults {
  username?: string
  password?: string
  /** The address that a new account registers by, and the code that was sent there. */
  address?: string
  captcha?: string
  /** The terms were not agreed to. */
  agree?: string
  /** About no field: locked, disabled, no answer. */
  form?: string
}

/** What can be said before asking the server: both are needed, and a password has 6 to 32 characters (protocol 1.2). */
export function loginFaults(values: { username: string; password: string }, t: Translate): Faults {
  const faults: Faults = {}
  if (values.username.trim() === '') faults.username = t('ui.login.usernameNeeded')
  if (values.password === '') faults.password = t('ui.login.passwordNeeded')
  else if (values.password.length < 6) faults.password = t('ui.login.passwordShort')
  return faults
}

/** What the server said, beside its field where it named one. */
export function serverFaults(error: unknown, otherwise: string): Faults {
  if (!(error instanceof CallError)) return { form: otherwise }
  const { username, password, captcha, email, mobile } = error.fieldErrors
  const told = { username, password, address: email ?? mobile, captcha }
  return Object.values(told).some((text) => text !== undefined) ? told : { form: error.message || otherwise }
}
