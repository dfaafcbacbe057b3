import { defineModule } from '../module.ts'
import { makePayments, type Payments } from './make.ts'
import type { PaymentProvider } from './provider.ts'

declare module '../../core/services.ts' {
  interface Services {
    /** Who takes and sends money; null where the settings name nobody. Known once the server listens. */
    payments(): PaymentProvider | null
  }
}

/** Payments through a provider, or through a sandbox. */
export const payments = defineModule({
  name: 'payments',
  services({ settings }) {
    let chosen: Payments | undefined
    return {
      offers: { payments: () => chosen?.provider ?? null },
      async listen() {
        chosen = await makePayments(settings)
      },
      close: async () => chosen?.close(),
    }
  },
})
