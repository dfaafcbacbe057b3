import { createContext, useContext } from 'react'
import type { LoadedPage } from '../../renderers/face.ts'
import type { CatalogueEntry, InstalledModule, MarketState, ModuleAbout, PartModule } from '../../schemas/api/market.ts'
import type { Locale } from '../../schemas/language/words.ts'
import type { MarketCalls } from './calls.ts'

/** What every part of the market's screen needs. */
export interface Market {
  /** A word of the market: `t('install')` is `module-market.install`. */
  t: LoadedPage['t']
  lang: Locale
  calls: MarketCalls
  state: MarketState
  /** Does the person hold this node of the screen? */
  can(node: string): boolean
  /** Reads the modules again. */
  reload(): void
}

export const MarketContext = createContext<Market | null>(null)

/** The market around this part. */
export function useMarket(): Market {
  const market = useContext(MarketContext)
  if (!market) throw new Error('useMarket() was called outside of the market')
  return market
}

/** A module as the screen shows it: of the catalogue, installed, or both. */
export interface ShownModule {
  uid: string
  about: ModuleAbout
  entry: CatalogueEntry | undefined
  installed: InstalledModule | undefined
  /** It is a part of Kontor, and on. */
  part: PartModule | undefined
  /** The catalogue has a newer version than the installed one. */
  hasUpdate: boolean
}

/** Every module: what came as a file, the parts of Kontor that are on, then the catalogue in its order. */
export function shownModules({ catalogue, installed, parts }: MarketState): ShownModule[] {
  const listed = catalogue.map((entry) =>
    shownOf(
      entry,
      installed.find(({ uid }) => uid === entry.uid),
    ),
  )
  const brought = installed.filter(({ uid }) => !catalogue.some((entry) => entry.uid === uid))
  const own = parts.map((part) => ({ ...shownOf(undefined, undefined), uid: part.uid, about: part.about, part }))
  return [...brought.map((each) => shownOf(undefined, each)), ...own, ...listed]
}

function shownOf(entry: CatalogueEntry | undefined, installed: InstalledModule | undefined): ShownModule {
  const uid = entry?.uid ?? installed?.uid ?? ''
  const about = installed?.about ?? entry ?? nothing(uid)
  const at = installed && entry ? entry.versions.indexOf(installed.version) : 0
  return { uid, about, entry, installed, part: undefined, hasUpdate: at > 0 }
}

/** What is known of a module whose archive cannot be read. */
const nothing = (uid: string): ModuleAbout => ({
  ...{ title: uid, title_en: uid, intro: '', intro_en: '', author: '', category: 'tool' },
  ...{ homepage: '', price: '0.00', requires: [] },
})

/** A text in the person's language. */
export const titleOf = (lang: Locale, about: { title: string; title_en: string }) =>
  lang === 'en' ? about.title_en : about.title
export const introOf = (lang: Locale, about: ModuleAbout) => (lang === 'en' ? about.intro_en : about.intro)

/** Is it free, or has it been paid for? */
export const isOwned = ({ entry, about }: ShownModule) => about.price === '0.00' || entry?.isBought !== false
