import { openDatabase } from '../../core/db/connect.ts'
import type { Settings } from '../../core/environment/settingRow.ts'
import { Refused } from '../../core/refuse.ts'
import { bundledArchive } from '../../modules/market/catalogue/bundled.ts'
import { installTogether } from '../../modules/market/operations.ts'
import { recordBought } from '../../modules/market/orders.ts'
import { enabledOf, listInstalled } from '../../modules/market/store.ts'
import type { ServerModule } from '../../modules/module.ts'
import { marketBeside } from './marketBeside.ts'
import { sourcesWith } from './packages.ts'
import type { StartingSources } from './start.ts'

/**
 * Packages of a demo: two of the newest version, one disabled, one with an update, and one whose update changes what another has changed. The one
 * that costs something has been bought.
 */
const packages = [
  { uid: 'repair-tickets', version: '1.1.0', isOn: true },
  { uid: 'invoices', version: '1.1.0', isOn: true, price: 99_00 },
  { uid: 'knowledge-base', version: '1.0.0', isOn: true },
  { uid: 'suppliers', version: '1.0.0', isOn: true },
  { uid: 'event-checkin', version: '1.1.0', isOn: false },
]

interface Demo {
  url: string
  settings: Settings
  modules: readonly ServerModule[]
  sources: StartingSources
  tell(line: string): void
}

/**
 * Installs the demo packages on a newly prepared database and returns the sources to serve. If they do not fit the workspace, skips them and
 * logs why.
 */
export async function installDemoPackages({ url, settings, modules, sources, tell }: Demo): Promise<StartingSources> {
  const database = openDatabase(url, { connections: 1, statementTimeout: 120_000, lockTimeout: 60_000 })
  try {
    const market = await marketBeside(database, { settings, modules, username: 'demo', workspace: sources, tell: () => {} })
    const joining: Parameters<typeof installTogether>[1][number][] = []
    for (const { uid, version, isOn } of packages) {
      const archive = await bundledArchive(uid, version)
      if (archive) joining.push({ archive, isOn })
    }
    await installTogether({ ...market, trust: { keys: [], allowUnsigned: false, isBundled: true } }, joining, async (trx) => {
      for (const { uid, price } of packages) if (price) await recordBought(trx, { uid, amount: price, now: market.by.now })
    })
    tell(`installed ${joining.length} packages of the module market`)
    const next = { ...sources, packages: enabledOf(await listInstalled(database.read)) }
    return { ...next, dirs: await sourcesWith(settings, database.read, next) }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    tell(`the packages of the demo are left out: ${error.params.what ?? error.code}`)
    return sources
  } finally {
    await database.close()
  }
}
