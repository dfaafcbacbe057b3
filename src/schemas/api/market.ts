import type { ModuleCategory } from '../language/module/manifest.ts'
import type { Locale } from '../language/words.ts'

/** The step of a change of modules that is being done, as `status` of the live feed's words about it. */
export const marketSteps = ['check', 'write', 'serve', 'done'] as const
export type MarketStep = (typeof marketSteps)[number]

/** What `state` of a module says: the numbers of BuildAdmin, as far as they can be. */
export const moduleState = { notInstalled: 0, installed: 1, disabled: 6 } as const
export type ModuleState = (typeof moduleState)[keyof typeof moduleState]

/** The signer of packages that come with this Kontor: they are trusted as its code is. */
export const bundledSigner = 'bundled'

/** What is said of a module in both languages, so that each client shows its own. */
export interface ModuleAbout {
  title: string
  title_en: string
  intro: string
  intro_en: string
  author: string
  category: ModuleCategory
  homepage: string
  /** In yuan: "0.00" is free. */
  price: string
  requires: readonly string[]
}

/** A module of the catalogue. */
export interface CatalogueEntry extends ModuleAbout {
  uid: string
  /** Its newest version. */
  version: string
  /** Versions that can be had here, the newest first; none: it has only been announced. */
  versions: readonly string[]
  /** What changed with each version, the newest first. */
  changes: readonly { version: string; what: Readonly<Record<Locale, string>> }[]
  /** Address of its picture (data:); '' without one. */
  logo: string
  /** It has been paid for. */
  isBought: boolean
}

/** An installed module. */
export interface InstalledModule {
  uid: string
  version: string
  state: ModuleState
  hash: string
  /** Fingerprint of the key that signed it, `bundledSigner`, or ''. */
  signed_by: string
  username: string
  create_time: number
  update_time: number
  about: ModuleAbout | null
  /** Places of the newest version that comes with this Kontor for which somebody has to choose whose change stays. */
  conflicts: number
}

/** A module of Kontor that is on. */
export interface PartModule {
  uid: string
  version: string
  about: ModuleAbout
}

/** Where modules are offered besides those that come with Kontor. */
export interface CatalogueSource {
  /** '': nowhere. */
  url: string
  /** Why it cannot be read, in the person's language; '' where it can. */
  problem: string
}

/** GET module/index. */
export interface MarketState {
  source: CatalogueSource
  sysVersion: string
  /** May modules without a signature be installed? */
  allowUnsigned: boolean
  /** Can modules change while this server runs? */
  isLive: boolean
  /** Can a module be paid for? */
  hasPayments: boolean
  keys: readonly string[]
  catalogue: readonly CatalogueEntry[]
  installed: readonly InstalledModule[]
  parts: readonly PartModule[]
}

/** One thing that a package does to a page of others, with what stands there now and what will. */
export interface OverlayDeed {
  /** The file of the package. */
  file: string
  /** The page, or the table as `entities/<table>`. */
  page: string
  op: 'add' | 'move' | 'hide' | 'set'
  path: string
  /** JSON of what is there; undefined: nothing. A move shows the order of what stands side by side. */
  before?: unknown
  after?: unknown
}

/** One change of a page or table that is in force, without the others of its origin and with all of them. */
export interface OverlayInForce extends Omit<OverlayDeed, 'op'> {
  /** `words`: another text, at `path` in the words of `locale`. */
  op: OverlayDeed['op'] | 'words'
  locale?: Locale
}

/** Where a change stands, of those of one origin. */
export type OverlayPlace = Pick<OverlayInForce, 'page' | 'op' | 'path' | 'locale'>

/** Where changes come from: a module of Kontor, an installed package, or the screens of the operator's own. */
export const overlayOrigins = ['module', 'package', 'workspace'] as const
export type OverlayOriginKind = (typeof overlayOrigins)[number]

/** Everything that one origin changes in screens of others. */
export interface OverlayOrigin {
  kind: OverlayOriginKind
  /** Name of the module; `workspace`. */
  uid: string
  title: string
  title_en: string
  pages: readonly { page: string; title: string; title_en: string; changes: readonly OverlayInForce[] }[]
  /** Changes of a package that somebody has reverted. */
  reverted: readonly (OverlayPlace & { title: string; title_en: string })[]
}

/** Two packages change the same place, and one of them has to yield. */
export interface OverlayConflict {
  page: string
  op: OverlayDeed['op']
  path: string
  /** Whose change is there already: the name of a package, or of a module. */
  with: string
  /** Whether that one can yield: a package can, a module of Kontor cannot. */
  mayCover: boolean
}

/** What a person chooses for a conflict: the new package's change is left out, or that of the other. */
export type ConflictSolution = 'discard' | 'cover'

/** A fault at its place. */
export interface PlanIssue {
  file: string
  line: number
  column: number
  path: string
  what: string
  fix: string
  /** All of it in one line. */
  text: string
}

/** What a person sees of a package before agreeing to it. */
export interface ModulePlan {
  uid: string
  version: string
  /** The version that it takes the place of; '' when it is new. */
  from: string
  /** SHA-256 of the manifest: what is agreed to. */
  hash: string
  /** Fingerprint of the key that signed it, `bundledSigner`, or '' when nobody did. */
  signedBy: string
  about: ModuleAbout
  /** What it wants, in its own words. */
  wishes: Readonly<Record<Locale, readonly string[]>>
  screens: readonly { id: string; title: string; title_en: string }[]
  tables: readonly { name: string; isNew: boolean }[]
  /** Menu entries and nodes that are new. Nobody holds them until they are given. */
  nodes: readonly { name: string; title: string; title_en: string; isMenu: boolean }[]
  overlays: readonly OverlayDeed[]
  /** Rows that it brings, by table. */
  demo: readonly { table: string; rows: number }[]
  /** What is done to tables, in this order. */
  steps: readonly { table: string; what: string; sql: readonly string[] }[]
  /** What is not done, because it would lose data: the data stays. */
  kept: readonly { table: string; what: string }[]
  /** What has to be chosen before it can be installed. */
  conflicts: readonly OverlayConflict[]
  /** Why it cannot be installed here; none: it can. */
  issues: readonly PlanIssue[]
}

/** What became of a module. */
export interface ModuleOutcome {
  uid: string
  version: string
  state: ModuleState
  /** It was so already: nothing was done. */
  already: boolean
}

/** GET module/state: what is there of a module, and what was done with it. */
export interface ModuleDetail {
  state: ModuleState
  version: string
  hash: string
  /** Its tables with the number of their rows; -1: more than are counted. */
  tables: readonly { name: string; rows: number }[]
  steps: readonly { step: string; version: string; from_version: string; username: string; create_time: number }[]
}

/** GET module/order, POST module/buy. */
export interface ModuleOrder {
  order_no: string
  /** In yuan. */
  amount: string
  isPaid: boolean
  /** Where it is paid; '' once it is. */
  pay_url: string
  /** Address of a picture of `pay_url` (data:). */
  qr: string
}
