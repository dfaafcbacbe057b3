import type { FastifyBaseLogger } from 'fastify'
import { composeEvents } from '../core/events.ts'
import type { Handler } from '../core/handler.ts'
import type { Core } from '../core/http/makeContext.ts'
import type { JobKind } from '../core/jobs/runner.ts'
import type { Services } from '../core/services.ts'
import type { Domains } from '../crud/domain.ts'
import { registerJoins } from '../modules/dataio/import/joins.ts'
import { dataioJobs } from '../modules/dataio/jobs.ts'
import type { Assembly, ServerModule } from '../modules/module.ts'
import { composeMessageValues } from '../modules/sms/places.ts'
import { smsJob, smsKind } from '../modules/sms/queue.ts'
import { usualLimits } from '../modules/user/moneyLog.ts'
import { rowActions, screenHooks } from './modules.ts'

/** What modules do for actions and screens of pages; `more` are further actions. */
export function composeDomains(modules: readonly ServerModule[], more: Domains['rowActions'] = {}): Domains {
  const hooks: Record<string, Domains['screenHooks'][string]> = { ...screenHooks }
  for (const each of modules)
    Object.assign(hooks, typeof each.screenHooks === 'function' ? each.screenHooks((id) => hooks[id] ?? {}) : each.screenHooks)
  const notify = modules.find((each) => each.notify)?.notify
  return {
    rowActions: Object.assign({}, rowActions, ...modules.map((each) => each.rowActions), more),
    screenHooks: hooks,
    ...(notify ? { tell: notify } : {}),
  }
}

/** Addresses of modules. */
export function composeHandlers(modules: readonly ServerModule[], assembly: Assembly): Handler[] {
  return modules.flatMap(({ handlers = [] }) => (typeof handlers === 'function' ? handlers(assembly) : handlers))
}

/** What modules offer to code that does not know them. */
export function composeServices(modules: readonly ServerModule[]): Pick<Services, 'events' | 'messageValues' | 'bookingLimits'> {
  for (const each of modules) registerJoins(each.importLines ?? {})
  return {
    events: composeEvents(modules.map((each) => each.events)),
    messageValues: composeMessageValues(modules.map((each) => each.messageValues)),
    bookingLimits: modules.find((each) => each.bookingLimits)?.bookingLimits ?? (async () => usualLimits),
  }
}

/** Every kind of long work, by its name in the table `job`. */
export function composeJobs(
  modules: readonly ServerModule[],
  work: { core: Core; domains: Domains; log: FastifyBaseLogger },
): Readonly<Record<string, JobKind>> {
  const own = { ...dataioJobs(work), [smsJob]: smsKind(work.core.services) }
  return Object.assign(own, ...modules.map((each) => each.jobs?.(work)))
}
