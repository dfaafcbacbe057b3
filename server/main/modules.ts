import { enabledModules } from '../../codegen/load/schemaSources.ts'
import { auth } from '../modules/auth/module.ts'
import { cache } from '../modules/cache/module.ts'
import { captcha } from '../modules/captcha/module.ts'
import { codes } from '../modules/codes/module.ts'
import { comments } from '../modules/comments/module.ts'
import { dashboard } from '../modules/dashboard/module.ts'
import { dataio } from '../modules/dataio/module.ts'
import { designer } from '../modules/designer/module.ts'
import { feed } from '../modules/feed/module.ts'
import { files } from '../modules/files/module.ts'
import { find } from '../modules/find/module.ts'
import { firstSteps } from '../modules/firstSteps/module.ts'
import { help } from '../modules/help/module.ts'
import { lens } from '../modules/lens/module.ts'
import { market } from '../modules/market/module.ts'
import type { ServerModule } from '../modules/module.ts'
import { notifications } from '../modules/notifications/module.ts'
import { openapi } from '../modules/openapi/module.ts'
import { pages } from '../modules/pages/module.ts'
import { payments } from '../modules/payments/module.ts'
import { regions } from '../modules/regions/module.ts'
import { routine } from '../modules/routine/module.ts'
import { security } from '../modules/security/module.ts'
import { sms } from '../modules/sms/module.ts'
import { terminal } from '../modules/terminal/module.ts'
import { user } from '../modules/user/module.ts'
import { inOrder } from './order.ts'

/** What every Kontor has, each module after those it requires. */
export const platformModules: readonly ServerModule[] = inOrder([
  auth,
  cache,
  captcha,
  codes,
  comments,
  dashboard,
  dataio,
  designer,
  feed,
  files,
  find,
  firstSteps,
  help,
  lens,
  market,
  notifications,
  openapi,
  pages,
  payments,
  regions,
  routine,
  security,
  sms,
  terminal,
  user,
])

/** Modules that `KONTOR_MODULES` turns on; the code of one that is off is not loaded. */
const firstParty: Readonly<Record<string, () => Promise<ServerModule>>> = {
  shop: async () => (await import('../../modules/shop/module.ts')).shopModule,
}

/**
 * The platform's modules and those named, each after those it requires. A module with an inbox takes the place of the platform's own: nobody
 * has two. Throws where one is unknown or missing.
 */
export async function loadModules(names: readonly string[] = enabledModules()): Promise<readonly ServerModule[]> {
  const loaded = names.map((name) => {
    const load = Object.hasOwn(firstParty, name) ? firstParty[name] : undefined
    if (!load) throw new Error(`KONTOR_MODULES names "${name}". The modules are: ${Object.keys(firstParty).join(', ')}.`)
    return load()
  })
  const named = await Promise.all(loaded)
  const platform = named.some(({ inbox }) => inbox) ? platformModules.filter((each) => each !== notifications) : platformModules
  return inOrder([...platform, ...named])
}
