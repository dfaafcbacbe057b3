import { type Database, openDatabase } from '../../core/db/connect.ts'
import type { Settings } from '../../core/environment/settingRow.ts'
import { Refused } from '../../core/refuse.ts'
import { inTransaction } from '../../core/transaction/transaction.ts'
import { bundledArchive } from '../../modules/market/catalogue/bundled.ts'
import { clearDue, listDue } from '../../modules/market/due.ts'
import { installTogether, type Joining } from '../../modules/market/operations.ts'
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
const packages: readonly { uid: string; version: string; isOn: boolean; price?: number }[] = [
  { uid: 'repair-tickets', version: '1.1.0', isOn: true },
  { uid: 'invoices', version: '1.1.0', isOn: true, price: 99_00 },
  { uid: 'knowledge-base', version: '1.0.0', isOn: true },
  { uid: 'suppliers', version: '1.0.0', isOn: true },
  { uid: 'event-checkin', version: '1.1.0', isOn: false },
]

/** What the first start notes as due. */
export const demoPackages = packages.map(({ uid }) => uid)

interface Demo {
  url: string
  settings: Settings
  modules: readonly ServerModule[]
  sources: StartingSources
  tell(line: string): void
}

/**
 * Installs those of the demo packages that are still due and returns the sources to serve. If they do not fit the workspace, skips them for
 * good and logs why.
 */
export async function installDemoPackages(demo: Demo): Promise<StartingSources> {
  const { url, settings, sources } = demo
  const database = openDatabase(url, { connections: 1, statementTimeout: 120_000, lockTimeout: 60_000 })
  try {
    while (!(await installDue(database, demo))); // another server was faster: see what it has left
    const next = { ...sources, packages: enabledOf(await listInstalled(database.read)), loaded: undefined }
    return { ...next, dirs: await sourcesWith(settings, database.read, next) }
  } finally {
    await database.close()
  }
}

/** Returns false where the installed packages have changed meanwhile. */
async function installDue(database: Database, { settings, modules, sources, tell }: Demo): Promise<boolean> {
  const due = await listDue(database.read)
  const missing = packages.filter(({ uid }) => due.includes(uid))
  if (missing.length === 0) return true
  const market = await marketBeside(database, { settings, modules, username: 'demo', workspace: sources, tell: () => {} })
  const trust = { keys: [], allowUnsigned: false, isBundled: true }
  try {
    const joining: Joining[] = []
    for (const { uid, version, isOn } of missing) {
      const archive = await bundledArchive(uid, version)
      if (archive) joining.push({ archive, isOn })
    }
    const isDone = await installTogether({ ...market, trust }, joining, async (trx) => {
      for (const { uid, price } of missing) if (price) await recordBought(trx, { uid, amount: price, now: market.by.now })
      await clearDue(trx)
    })
    if (isDone) tell(`installed ${joining.length} packages of the module market`)
    return isDone
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    await inTransaction(database, clearDue)
    tell(`the packages of the demo are left out: ${error.params.what ?? error.code}`)
    return true
  }
}
