import { Secret, TOTP } from 'otpauth'
import type { Client } from './client.ts'
import { OWNER_PASSWORD } from './database.ts'
import type { TestServer } from './server.ts'

const period = 30

/** The code of a key (as it is shown, with blanks) for a step of time; `steps` from now. */
export function codeOf(key: string, steps = 0): string {
  const totp = new TOTP({ algorithm: 'SHA1', digits: 6, period, secret: Secret.fromBase32(key.replaceAll(' ', '')) })
  return totp.generate({ timestamp: Date.now() + steps * period * 1000 })
}

/** Runs it again when the step of time changed under it, for tests that name a step by its distance from now. */
export async function withinStep<T>(run: () => Promise<T>): Promise<T> {
  for (;;) {
    const step = Math.floor(Date.now() / 1000 / period)
    const result = await run()
    if (Math.floor(Date.now() / 1000 / period) === step) return result
  }
}

/** Turns the second factor of whoever is signed in on; the step it takes is free again afterwards, so that a test can use it. */
export async function turnOn(
  server: Pick<TestServer, 'query'>,
  client: Client,
  password = OWNER_PASSWORD,
): Promise<{ key: string; codes: string[] }> {
  const started = await client.post<{ key: string }>('/admin/routine.AdminInfo/startSecondFactor', { password })
  if (started.body.code !== 1) throw new Error(started.text)
  const { key } = started.body.data
  const confirmed = await client.post<{ codes: string[] }>('/admin/routine.AdminInfo/confirmSecondFactor', {
    totp: codeOf(key),
  })
  if (confirmed.body.code !== 1) throw new Error(confirmed.text)
  await freeSteps(server)
  return { key, codes: confirmed.body.data.codes }
}

/** Lets codes be used again without waiting for the next. */
export async function freeSteps(server: Pick<TestServer, 'query'>): Promise<void> {
  await server.query('UPDATE admin_second_factor SET last_step = 0')
}
