import type { CatalogueEntry, CatalogueSource } from '../../../../src/schemas/api/market.ts'
import { compareVersions } from '../../../../src/schemas/language/module/version.ts'
import type { Context } from '../../../core/context.ts'
import { Refused } from '../../../core/refuse.ts'
import { bundledArchive, bundledEntries } from './bundled.ts'
import { type RemoteCatalogue, type RemoteModule, SourceError } from './remote.ts'

declare module '../../../core/services.ts' {
  interface Services {
    /** The catalogue of a publisher that the settings name. */
    catalogue: RemoteCatalogue
  }
}

type Asking = Pick<Context, 'services' | 'text'>

/** An entry of the catalogue as it is for everybody. */
type Entry = Omit<CatalogueEntry, 'isBought'>

/** Every module that can be had, or has been announced: what comes with this Kontor, and what the publisher's catalogue has. */
export async function readCatalogue(
  { services, text }: Asking,
  fresh = false,
): Promise<{ entries: Entry[]; source: CatalogueSource }> {
  const bundled = await bundledEntries()
  const { modules, problem } = await services.catalogue.read(fresh)
  const known = bundled.map((entry) => {
    const other = modules.find(({ uid }) => uid === entry.uid)
    return other ? withReleases(entry, other) : entry
  })
  const further = modules.filter(({ uid }) => !bundled.some((entry) => entry.uid === uid))
  return {
    entries: [...known, ...further.map((each) => entryOf(each))],
    source: { url: services.catalogue.url, problem: problem ? wordsOf(problem, text) : '' },
  }
}

/**
 * The package of a version, and whether it comes with this Kontor, which is trusted as its code is. Throws `Refused` where nobody offers it, or
 * it cannot be had.
 */
export async function archiveOf(
  { services, text }: Asking,
  uid: string,
  version: string,
): Promise<{ archive: Buffer; isBundled: boolean }> {
  const bundled = await bundledArchive(uid, version)
  if (bundled) return { archive: bundled, isBundled: true }
  const { modules, problem } = await services.catalogue.read()
  const release = modules.find((each) => each.uid === uid)?.releases.find((each) => each.version === version)
  if (!release && problem) throw new Refused('module.source', { what: wordsOf(problem, text) })
  if (!release) throw new Refused('module.notInCatalogue', { uid, version })
  try {
    return { archive: await services.catalogue.archive(release), isBundled: false }
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    throw new Refused('module.source', { what: wordsOf(error, text) })
  }
}

const wordsOf = ({ reason, message }: SourceError, text: Context['text']) => text(`module.source.${reason}`, { what: message })

/** A module that comes with this Kontor, or was announced, with the versions that a publisher offers besides. */
function withReleases(entry: Entry, other: RemoteModule): Entry {
  const { versions, changes, ...about } = entryOf(other)
  const own = new Set(entry.versions)
  const all = [...entry.versions, ...versions.filter((each) => !own.has(each))].sort((a, b) => compareVersions(b, a))
  const said = [...entry.changes, ...changes.filter((each) => !own.has(each.version))]
  const isNewer = all[0] !== entry.version
  return {
    ...entry,
    ...(isNewer ? { ...about, logo: about.logo || entry.logo } : {}),
    versions: all,
    changes: said.sort((a, b) => compareVersions(b.version, a.version)),
  }
}

function entryOf({ releases, ...about }: RemoteModule): Entry {
  const versions = releases.map(({ version }) => version)
  const changes = releases.flatMap(({ version, what }) => (what ? [{ version, what }] : []))
  return { ...about, version: versions[0] ?? '', versions, changes }
}
