import type { Kysely } from 'kysely'
import { type Loaded, loadSchema } from '../../../codegen/load/pages.ts'
import { checkLoaded, inPlace } from '../../../codegen/package/check.ts'
import type { OpenedPackage } from '../../../codegen/package/open.ts'
import type { ModulePlan, OverlayConflict, PlanIssue } from '../../../src/schemas/api/market.ts'
import { formatIssue, type Issue, issueAt } from '../../../src/schemas/language/issue.ts'
import type { Locale } from '../../../src/schemas/language/words.ts'
import type { Db } from '../../core/db/connect.ts'
import { planMigration, type Step } from '../../core/db/migrate/migrate.ts'
import type { PackageRef, Revising } from '../../core/revising.ts'
import { type SeedRow, seedRows } from '../auth/seed/seedRows.ts'
import { aboutOf } from './catalogue/bundled.ts'
import {
  chosenBefore,
  coveredIn,
  discarded,
  findConflicts,
  readYielding,
  revertedOf,
  type Solution,
  solutionOf,
  withoutYielding,
  type Yielding,
} from './conflicts.ts'
import { readDemo } from './demo.ts'
import { overlayDeeds } from './overlays.ts'
import { manifestOf } from './refusals.ts'
import { enabledOf, filesOf, type Installed } from './store.ts'
import { foreignTable, tablesOf } from './tables.ts'

/** What a plan is made with. */
export interface Planning {
  db: Kysely<Db>
  revising: Revising
  installed: readonly Installed[]
  kontorVersion: string
}

/** A package with what was chosen for its conflicts, among the packages that are on. */
export interface Settled {
  opened: OpenedPackage
  conflicts: readonly OverlayConflict[]
  /** The first of them for which nothing was chosen, now or before. */
  open: OverlayConflict | undefined
  /** What it leaves out itself. */
  yields: readonly Yielding[]
  /** What others leave out from now on, all of it, by their name. */
  others: ReadonlyMap<string, readonly Yielding[]>
  /** The packages that are on without it, and with that. */
  around: readonly PackageRef[]
}

/** Settles conflicts as they were chosen to be; where nobody has chosen, the package yields. */
export async function settle(opened: OpenedPackage, planning: Planning, solutions: readonly Solution[]): Promise<Settled> {
  const { uid } = opened.manifest
  const { db, installed, revising } = planning
  const own = installed.find((each) => each.uid === uid)
  const served = enabledOf(installed).filter((each) => each.uid !== uid)
  const gone = revertedOf(own)
  const files = withoutYielding(opened.files, gone)
  const conflicts = await findConflicts(files, await revising.sourcesWith(served), {
    uid,
    packages: served.map((each) => each.uid),
  })
  const chosen = [...solutions, ...chosenBefore(conflicts, uid, installed)]
  const yields = [...gone, ...discarded(conflicts, chosen)]
  const others = new Map<string, readonly Yielding[]>()
  for (const each of installed) {
    if (!conflicts.some((conflict) => conflict.with === each.uid)) continue
    const about = { uid, name: each.uid, own: files, solutions: chosen }
    const covered = coveredIn(await filesOf(db, each), conflicts, about)
    const kept = readYielding(each.yields).filter(({ to }) => to !== uid)
    others.set(each.uid, [...kept, ...covered])
  }
  const changed = installed.map((each) => ({ ...each, yields: others.get(each.uid) ?? each.yields }))
  // What yields to a package that is not on yet does so once it is.
  const withIt = enabledOf([...changed.filter((each) => each.uid !== uid), { ...(own ?? blank), uid, state: 1 }])
  const open = conflicts.find((each) => !solutionOf(each, chosen))
  return { opened, conflicts, open, yields, others, around: withIt.filter((each) => each.uid !== uid) }
}

const blank: Installed = {
  ...{ id: 0, uid: '', version: '', state: 1, hash: '', signed_by: '', hidden_rules: null, yields: null },
  ...{ admin_id: 0, username: '', create_time: 0, update_time: 0 },
}

/** What the package would do here. Writes nothing but to a folder of its own that is gone afterwards. */
export async function makePlan(
  whole: OpenedPackage,
  planning: Planning,
  solutions: readonly Solution[] = [],
): Promise<ModulePlan> {
  const { installed, kontorVersion, revising, db } = planning
  const settled = await settle(whole, planning, solutions)
  const opened = { ...whole, files: withoutYielding(whole.files, settled.yields) }
  const own = enabledOf(installed).find(({ uid }) => uid === opened.manifest.uid)
  const sources = await revising.sourcesWith([...settled.around, ...(own ? [own] : [])])
  return inPlace(opened, sources, async (dirs) => {
    const loaded = await loadSchema(dirs)
    const found = await checkLoaded(opened, { sources, installed, kontorVersion }, async () => loaded)
    const isSound = found.length === 0
    const { steps, held } = isSound ? await planMigration(db, loaded.schema) : { steps: [], held: [] }
    const before = await loadSchema(sources)
    const described = describe(opened, { planning, loaded, before })
    const tables = described.tables.map(({ name }) => name)
    const ownHeld = held.filter(({ table }) => tables.includes(table) || before.schema.entities.has(table))
    const clashes = isSound ? [...foreign(await foreignTable(db, opened.manifest.uid, tables)), ...ownHeld.flatMap(losing)] : []
    const issues: PlanIssue[] = [...clashes, ...found].map(shown)
    const demo = isSound ? readDemo(opened.files, { schema: loaded.schema, own: tables, issues }) : []
    return {
      ...described,
      overlays: isSound ? await overlayDeeds(opened.files, sources, dirs) : [],
      demo: demo.map(({ table, rows }) => ({ table, rows: rows.length })),
      steps: steps.map(({ table, what, sql }) => ({ table, what, sql })),
      kept: ownHeld.map(({ table, what }) => ({ table, what })),
      conflicts: settled.conflicts,
      issues,
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
): Omit<ModulePlan, 'overlays' | 'issues' | 'steps' | 'kept' | 'demo' | 'conflicts'> {
  const { uid, version } = opened.manifest
  const { schema } = loaded
  const manifest = manifestOf(uid, opened.files)
  const isOwnPage = (id: string) => manifest.pagePrefixes.some((prefix) => id.startsWith(prefix))
  const titleOf = (id: string, lang: Locale) => schema.words.text(lang, id, 'title')
  return {
    uid,
    version,
    from: planning.installed.find((each) => each.uid === uid)?.version ?? '',
    hash: opened.hash,
    signedBy: opened.signedBy ?? '',
    about: aboutOf(manifest),
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
    .map(({ name, values }) => ({
      name,
      title: String(values.title ?? ''),
      title_en: String(values.title_en ?? ''),
      isMenu: values.type !== 'button',
    }))
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
