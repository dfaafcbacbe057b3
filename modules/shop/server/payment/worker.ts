import type { FastifyBaseLogger } from 'fastify'
import type { Core } from '../../../../server/core/http/makeContext.ts'
import { askPayments } from './asker.ts'
import { noticePath } from './handlers.ts'
import { sendMoney } from './sender.ts'

/** Milliseconds between two looks at what the provider is to be told or asked. */
const every = 1000

/** Tells the payment provider what is to be told and asks it what became of the rest, once a second, until `stop`. Nothing without one. */
export function startPaymentWorker({ services }: Core, log: FastifyBaseLogger): { stop(): Promise<void> } {
  const provider = services.payments()
  if (!provider) return { stop: async () => {} }
  const notifyUrl = services.address() + noticePath
  const failed = (what: string) => (error: unknown) => log.warn({ err: error }, what)
  let round: Promise<void> | undefined
  const tick = () => {
    round ??= Promise.all([
      sendMoney(services.database, provider, notifyUrl).catch(failed('sending money back')),
      askPayments(services.database, provider).catch(failed('asking for payments')),
    ]).then(() => {
      round = undefined
    })
  }
  const timer = setInterval(tick, every)
  tick()
  return {
    async stop() {
      clearInterval(timer)
      await round
    },
  }
}
