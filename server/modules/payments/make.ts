import { randomBytes } from 'node:crypto'
import type { Settings } from '../../core/environment/settingRow.ts'
import type { PaymentProvider } from './provider.ts'
import { sandboxProvider } from './sandbox/client.ts'
import { startSandbox } from './sandbox/server.ts'

export interface Payments {
  /** null: nothing but balances pays here. */
  provider: PaymentProvider | null
  close(): Promise<void>
}

const nothing: Payments = { provider: null, close: async () => {} }

/**
 * The payment provider that the settings choose: none; a sandbox of this server's own, which knows nothing of what was before it; or one
 * that runs elsewhere. Where they say nothing a demo shop has the sandbox, and a real one none: with it orders are paid for nothing.
 */
export async function makePayments(settings: Pick<Settings, 'payments' | 'paymentKey' | 'demo'>): Promise<Payments> {
  const chosen = settings.payments ?? (settings.demo ? 'sandbox' : 'none')
  if (chosen === 'none') return nothing
  if (chosen !== 'sandbox') return { ...nothing, provider: sandboxProvider(chosen, settings.paymentKey ?? '') }
  const key = randomBytes(32).toString('hex')
  const sandbox = await startSandbox({ key })
  return { provider: sandboxProvider(sandbox.url, key), close: () => sandbox.close() }
}
