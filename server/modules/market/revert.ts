import type { Schema } from '../../../codegen/schema/schema.ts'
import { type ModuleOutcome, moduleState, type OverlayOrigin, type OverlayPlace } from '../../../src/schemas/api/market.ts'
import { formatIssue, SchemaError } from '../../../src/schemas/language/issue.ts'
import { withHistory } from '../../core/history/author.ts'
import { Refused } from '../../core/refuse.ts'
import type { PackageRef } from '../../core/revising.ts'
import { lockSeeds } from '../auth/seed/seedRules.ts'
import { aboutOf } from './catalogue/bundled.ts'
import { change, type Market } from './change.ts'
import { isSamePlace, readYielding, reverted, revertedOf, withoutYielding } from './conflicts.ts'
import { titlesOfPage } from './inForce.ts'
import { requireThere } from './operations.ts'
import { manifestOf } from './refusals.ts'
import { enabledOf, filesOf, type Installed } from './store.ts'

/** Which changes of which package are reverted, or applied again. */
export interface Reverting {
  uid: string
  places: readonly OverlayPlace[]
  isReverted: boolean
}

/**
 * Reverts changes that a package makes to the screens of others, or applies them again. Its other changes stay, an update keeps it so, and
 * values in columns that it has added are kept. Throws `Refused` where other parts need it: all screens are checked as they would be.
 */
export function revert(market: Market, { uid, places, isReverted }: Reverting): Promise<ModuleOutcome> {
  return change(market, async (installed) => {
    const there = requireThere(installed, uid)
    if (there.state !== moduleState.installed) throw new Refused('module.enableFirst', { uid })
    const { version, hash } = there
    const outcome = { uid, version, state: moduleState.installed }
    const before = revertedOf(there)
    const isIn = (list: readonly OverlayPlace[], place: OverlayPlace) => list.some((each) => isSamePlace(each, place))
    if (places.every((place) => isIn(before, place) === isReverted)) return { already: outcome }
    const files = isReverted ? await filesOf(market.read, there) : undefined
    const none = files && places.find((place) => !isMade(files, place))
    if (none) throw new Refused('module.noChange', { uid, path: none.path, page: none.page })
    const others = readYielding(there.yields).filter((each) => each.to !== reverted || !isIn(places, each))
    const yields = isReverted ? [...others, ...places.map((place) => ({ ...place, to: reverted }))] : others
    const schema = await fitting(market, enabledOf(installed.map((each) => (each === there ? { ...each, yields } : each))))
    return {
      outcome,
      schema,
      noted: { uid, step: isReverted ? 'revert' : 'reapply', version, hash },
      async write(trx) {
        await lockSeeds(trx)
        const steps = await market.revising.apply(trx, schema, market.by.now)
        await withHistory(trx)
        const kept = yields.length > 0 ? JSON.stringify(yields) : null
        await trx.updateTable('module').set({ yields: kept, update_time: market.by.now }).where('id', '=', there.id).execute()
        return { places, steps: steps.map(({ what }) => what) }
      },
    }
  })
}

/** What is served of these packages. Throws `Refused` where a change that is left now needs one that is gone. */
async function fitting({ revising }: Market, packages: readonly PackageRef[]): Promise<Schema> {
  try {
    return (await revising.prepare(packages)).schema
  } catch (error) {
    const [issue] = error instanceof SchemaError ? error.issues : []
    if (issue) throw new Refused('module.notAlone', { what: formatIssue(issue) })
    throw error
  }
}

/** Does the package make this change? */
function isMade(files: ReadonlyMap<string, Buffer>, place: OverlayPlace): boolean {
  const left = withoutYielding(files, [place])
  const textOf = (bytes: Buffer | undefined) => bytes && JSON.stringify(JSON.parse(bytes.toString()))
  return [...files].some(([name, bytes]) => left.get(name) !== bytes && textOf(left.get(name)) !== textOf(bytes))
}

/** Changes in force, with those of packages that are on that somebody has reverted. */
export async function withReverted(
  origins: readonly OverlayOrigin[],
  installed: readonly Installed[],
  { filesIn, words }: { filesIn(row: Installed): ReturnType<typeof filesOf>; words: Schema['words'] },
): Promise<OverlayOrigin[]> {
  const all = [...origins]
  for (const row of installed.filter(({ state }) => state === moduleState.installed)) {
    const own = revertedOf(row).map(({ to: _, ...place }) => ({
      ...place,
      ...titlesOfPage(place.page, words),
    }))
    if (own.length === 0) continue
    const at = all.findIndex(({ uid }) => uid === row.uid)
    const origin = all[at] ?? { kind: 'package', uid: row.uid, ...(await titlesOf(row)), pages: [] }
    if (at >= 0) all.splice(at, 1, { ...origin, reverted: own })
    else all.splice(all.filter(({ kind }) => kind === 'package').length, 0, { ...origin, reverted: own })
  }
  return all

  async function titlesOf(row: Installed) {
    const { title, title_en } = aboutOf(manifestOf(row.uid, await filesIn(row)))
    return { title, title_en }
  }
}
