import { type Kysely, sql, type Transaction } from 'kysely'
import { setWireZone, wireZone } from '../../../src/schemas/kinds/clock.ts'
import type { Db } from '../db/connect.ts'
import type { Settings } from '../environment/settingRow.ts'
import { readSiteConfig, type SiteConfig, siteDefaults } from '../siteConfig.ts'
import { pendingOf } from '../transaction/transaction.ts'
import { defaultEntrance } from './address.ts'

/** The site's settings as every request needs them: kept in memory until somebody saves them, on whatever node. */
export interface LiveSite {
  /** The settings now; without the database those read last, or the defaults. */
  config(): Promise<SiteConfig>
  /** The settings read last. */
  last(): SiteConfig
  /** The path of the back office: that of KONTOR_ENTRANCE, else the one the site is set to. */
  entrance(): Promise<string>
  /** Somebody saved settings. */
  changed(): void
  /** Whether saves on other nodes are being received; while not, every request asks the database. */
  setListening(listening: boolean): void
}

/** Channel that announces a save of the settings. */
export const siteChannel = 'kontor_site'

/** Call it after writing settings, inside the transaction: on commit every node reads them again, this one before it answers. */
export async function siteChanged(trx: Transaction<Db>, site: LiveSite): Promise<void> {
  pendingOf(trx)?.after.push(async () => site.changed())
  await sql`select pg_notify(${siteChannel}, '')`.execute(trx)
}

declare module '../services.ts' {
  interface Services {
    site: LiveSite
  }
}

/** Reads the settings when they are first needed, and again after each save. */
export function makeLiveSite(db: Kysely<Db>, settings: Pick<Settings, 'entrance'>): LiveSite {
  let kept: Promise<SiteConfig> | undefined
  let last: SiteConfig = siteDefaults
  let listening = false
  const read = async () => {
    last = await readSiteConfig(db)
    setZone(last.time_zone)
    return last
  }
  const config = async () => {
    const reading = kept ?? read()
    if (listening) kept = reading
    try {
      return await reading
    } catch {
      if (kept === reading) kept = undefined
      return last
    }
  }
  return {
    config,
    last: () => last,
    entrance: async () => settings.entrance ?? ((await config()).backend_entrance || defaultEntrance),
    changed() {
      kept = undefined
      if (listening) void config() // what goes by the zone without asking, such as timers
    },
    setListening(value) {
      listening = value
      kept = undefined
    },
  }
}

/** Days and times of this process are those of the zone from now on; one that nobody knows changes nothing. */
function setZone(zone: string): void {
  if (zone === wireZone()) return
  try {
    setWireZone(zone)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
}
