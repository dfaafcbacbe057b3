import type { Kysely } from 'kysely'
import { type Loaded, loadSchema } from '../../../codegen/load/pages.ts'
import { checkLoaded, inPlace } from '../../../codegen/package/check.ts'
import type { OpenedPackage } from '../../../codegen/package/open.ts'
import { formatIssue, type Issue, issueAt } from '../../../src/schemas/language/issue.ts'
import type { ModuleManifest } from '../../../src/schemas/language/module/manifest.ts'
import type { Locale } from '../../../src/schemas/language/words.ts'
import type { Db } from '../../core/db/connect.ts'
import { planMigration, type Step } from '../../core/db/migrate/migrate.ts'
import type { Revising } from '../../core/revising.ts'
import { type SeedRow, seedRows } from '../auth/seed/seedRows.ts'
import { type OverlayDeed, overlayDeeds } from './overlays.ts'
import { manifestOf } from './refusals.ts'
import { enabledOf, type Installed } from './store.ts'
import { foreignTable, tablesOf } from './tables.ts'

/** What a person sees of a package before agreeing to it. Titles are in both languages, so that each client shows its own. */
export interface ModulePlan {
  uid: string
  version: string
  /** The version that it takes the place of; '' when it is new. */
  from: string
  /** SHA-256 of the manifest: what is agreed to. */
  hash: string
  /** Fingerprint of the key that signed it; '' when nobody did. */
  signedBy: string
  about: Required<
    Pick<ModuleManifest, 'title' | 'title_en' | 'intro' | 'intro_en' | 'author' | 'category' | 'homepage' | 'price' | 'requires'>
  >
  /** What it wants, in its own words. */
  wishes: Readonly<Record<Locale, readonly string[]>>
  screens: readonly { id: string; title: string; title_en: string }[]
  tables: readonly { name: string; isNew: boolean }[]
  /** Menu entries and nodes that are new. Nobody holds them until they are given. */
  nodes: readonly { name: string; title: string; title_en: string }[]
  overlays: readonly OverlayDeed[]
  /** What is done to tables, in this order. */
  steps: readonly Pick<Step, 'table' | 'what' | 'sql'>[]
  /** What is not done, because it would lose data: the data stays. */
  kept: readonly Pick<Step, 'table' | 'what'>[]
  /** Why it cannot be installed here; none: it can. */
  issues: readonly (Pick<Issue, 'file' | 'line' | 'column' | 'what' | 'fix'> & { path: string; text: string })[]
}

/** What a plan is made with. */
export interface Planning {
  db: Kysely<Db>
  revising: Revising
  installed: readonly Installed[]
  kontorVersion: string
}

/** What the package would do here. Writes nothing but to a folder of its own that is gone afterwards. */
export async function makePlan(opened: OpenedPackage, planning: Planning): Promise<ModulePlan> {
  const { installed, kontorVersion, revising } = planning
  const sources = await revising.sourcesWith(enabledOf(installed))
  return inPlace(opened, sources, async (dirs) => {
    const loaded = await loadSchema(dirs)
    const found = await checkLoaded(opened, { sources, installed, kontorVersion }, async () => loaded)
    const isSound = found.length === 0
    const { steps, held } = isSound ? await planMigration(planning.db, loaded.schema) : { steps: [], held: [] }
    const before = await loadSchema(sources)
    const described = describe(opened, { planning, loaded, before })
    const tables = described.tables.map(({ name }) => name)
    const own = held.filter(({ table }) => tables.includes(table) || before.schema.entities.has(table))
    const clashes = isSound
      ? [...foreign(await foreignTable(planning.db, opened.manifest.uid, tables)), ...own.flatMap(losing)]
      : []
    return {
      ...described,
      overlays: isSound ? await overlayDeeds(opened, sources, dirs) : [],
      steps: steps.map(({ table, what, sql }) => ({ table, what, sql })),
      kept: own.map(({ table, what }) => ({ table, what })),
      issues: [...clashes, ...found].map(shown),
    }
  })
}

const shown = ({ file, line, column, path, what, fix, ...rest }: Issue) => ({
  file,
  line,
  column,
  path: path.join('.'),
  what,
  fix,
  text: formatIssue({ file, line, column, path, what, fix, ...rest }),
})

interface Describing {
  planning: Planning
  loaded: Loaded
  before: Loaded
}

function describe(
  opened: OpenedPackage,
  { planning, loaded, before }: Describing,
): Omit<ModulePlan, 'overlays' | 'issues' | 'steps' | 'kept'> {
  const { uid, version } = opened.manifest
  const { schema } = loaded
  const manifest = manifestOf(uid, opened.files)
  const { title, title_en, intro = '', intro_en = '', author = '', homepage = '', price = '0.00', requires } = manifest
  const isOwnPage = (id: string) => manifest.pagePrefixes.some((prefix) => id.startsWith(prefix))
  const titleOf = (id: string, lang: Locale) => schema.words.text(lang, id, 'title')
  return {
    uid,
    version,
    from: planning.installed.find((each) => each.uid === uid)?.version ?? '',
    hash: opened.hash,
    signedBy: opened.signedBy ?? '',
    about: { title, title_en, intro, intro_en, author, category: manifest.category ?? 'tool', homepage, price, requires },
    wishes: manifest.permissions ?? { 'zh-cn': [], en: [] },
    screens: [...schema.pages.keys()]
      .filter(isOwnPage)
      .map((id) => ({ id, title: titleOf(id, 'zh-cn'), title_en: titleOf(id, 'en') })),
    tables: tablesOf(schema, manifest.tablePrefixes).map((name) => ({ name, isNew: !before.schema.entities.has(name) })),
    nodes: newNodes(loaded, before),
  }
}

function newNodes(loaded: Loaded, before: Loaded): ModulePlan['nodes'] {
  const rowsOf = ({ schema }: Loaded): SeedRow[] => [...seedRows('admin', schema), ...seedRows('user', schema)]
  const known = new Set(rowsOf(before).map(({ name }) => name))
  return rowsOf(loaded)
    .filter(({ name }) => !known.has(name))
    .map(({ name, values }) => ({ name, title: String(values.title ?? ''), title_en: String(values.title_en ?? '') }))
}

/** A table of the database that belongs to something else. */
function foreign(table: string | undefined): Issue[] {
  if (table === undefined) return []
  const what = `the database has a table "${table}" already, which is not of this package`
  return [{ ...issueAt(['tablePrefixes'], what, 'rename that table, or use another package'), file: 'module.json' }]
}

/** A change of a table that cannot be left out, and may lose what is there. What would only be dropped is kept instead. */
function losing({ table, what }: Step): Issue[] {
  if (what.startsWith('drop ')) return []
  const fix = 'keep the field as it was, and add another'
  return [
    { ...issueAt([], `the package needs to ${what} in the table "${table}", which may lose data`, fix), file: 'module.json' },
  ]
}
