import * as z from 'zod/mini'
import { packageLimits } from '../../../../codegen/package/packageError.ts'
import { sha256 } from '../../../../codegen/package/signature.ts'
import { formatIssue, type Issue } from '../../../../src/schemas/language/issue.ts'
import { moduleCategories } from '../../../../src/schemas/language/module/manifest.ts'
import { compareVersions } from '../../../../src/schemas/language/module/version.ts'
import { readShape } from '../../../../src/schemas/language/shape.ts'
import type { Settings } from '../../../core/environment/settingRow.ts'
import { callOut, OutgoingError, type OutgoingLimits } from '../../../core/http/outgoing.ts'

const text = (most: number) => z.string().check(z.maxLength(most))
const version = z.string().check(z.regex(/^\d{1,6}\.\d{1,6}\.\d{1,6}$/))
const releaseShape = z.strictObject({
  version,
  /** Where the package is, from the address of the catalogue. */
  package: text(500),
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  what: z.optional(z.strictObject({ 'zh-cn': text(500), en: text(500) })),
})
const moduleShape = z.strictObject({
  uid: z.string().check(z.regex(/^[a-z][a-z0-9-]{0,39}$/)),
  title: text(50),
  title_en: text(50),
  intro: z._default(text(500), ''),
  intro_en: z._default(text(500), ''),
  author: z._default(text(50), ''),
  category: z._default(z.enum(moduleCategories), 'tool'),
  homepage: z._default(z.string().check(z.regex(/^(https:\/\/\S{1,200})?$/)), ''),
  price: z._default(z.string().check(z.regex(/^\d{1,7}\.\d\d$/)), '0.00'),
  requires: z._default(z.array(text(40)).check(z.maxLength(20)), []),
  /** A picture, as a data address. */
  logo: z._default(
    z.string().check(z.maxLength(100_000), z.regex(/^(data:image\/(png|webp|svg\+xml);base64,[A-Za-z0-9+/=]+)?$/)),
    '',
  ),
  releases: z.array(releaseShape).check(z.minLength(1), z.maxLength(50)),
})
const catalogueShape = z.strictObject({
  version: z.literal(1),
  modules: z.array(moduleShape).check(z.maxLength(500)),
})

/** A version that a publisher offers. */
export type RemoteRelease = z.output<typeof releaseShape>
/** A module of a publisher's catalogue; its versions, the newest first. */
export type RemoteModule = z.output<typeof moduleShape>

/** Why a catalogue or a package cannot be had: a word below `module.source.`, and what is wrong with it. */
export class SourceError extends Error {
  readonly reason: OutgoingError['reason'] | 'status' | 'unreadable' | 'changed'
  constructor(reason: SourceError['reason'], what = '') {
    super(what)
    this.reason = reason
  }
}

/** A publisher's catalogue, as the market asks for it. */
export interface RemoteCatalogue {
  /** Its address; '' where none is configured. */
  url: string
  /** Its modules, and why there are none. What was read lately is read again only if `fresh`. */
  read(fresh?: boolean): Promise<{ modules: readonly RemoteModule[]; problem?: SourceError }>
  /** The package of a release, whose content is that which the catalogue names. Throws SourceError. */
  archive(release: RemoteRelease): Promise<Buffer>
}

/** Bytes and seconds of a catalogue, and seconds of a package. */
const catalogueRoom = 2 * 1024 ** 2
const catalogueSeconds = 5
const packageSeconds = 60
/** Milliseconds for which an answer, and a failure, are kept. */
const keptFor = 60_000
const failureKeptFor = 15_000

/** The catalogue that the settings name. */
export function makeRemoteCatalogue({
  moduleCatalogue: url = '',
  catalogueOwnNetwork: ownNetwork,
}: Pick<Settings, 'moduleCatalogue' | 'catalogueOwnNetwork'>): RemoteCatalogue {
  type Read = Awaited<ReturnType<RemoteCatalogue['read']>>
  let kept: { until: number; read: Promise<Read> } | undefined
  let last: { sha256: string; bytes: Buffer } | undefined
  const get = (from: string, limits: Omit<OutgoingLimits, 'ownNetwork'>) => getFrom(from, { ...limits, ownNetwork })
  const readNow = async (): Promise<Read> => {
    try {
      return { modules: parse(await get(url, { seconds: catalogueSeconds, room: catalogueRoom })) }
    } catch (error) {
      if (!(error instanceof SourceError)) throw error
      if (kept) kept.until = performance.now() + failureKeptFor
      return { modules: [], problem: error }
    }
  }
  return {
    url,
    async read(fresh = false) {
      if (url === '') return { modules: [] }
      if (fresh || !kept || kept.until < performance.now()) kept = { until: performance.now() + keptFor, read: readNow() }
      return kept.read
    },
    async archive(release) {
      // It is looked at, then installed.
      if (last?.sha256 === release.sha256) return last.bytes
      if (!URL.canParse(release.package, url)) throw new SourceError('unreadable', release.package)
      const bytes = await get(new URL(release.package, url).href, { seconds: packageSeconds, room: packageLimits.bytes })
      if (sha256(bytes) !== release.sha256) throw new SourceError('changed')
      last = { sha256: release.sha256, bytes }
      return bytes
    },
  }
}

async function getFrom(url: string, limits: OutgoingLimits): Promise<Buffer> {
  try {
    const { status, bytes } = await callOut({ method: 'GET', url, headers: { accept: '*/*' } }, limits)
    if (status !== 200) throw new SourceError('status', String(status))
    return bytes
  } catch (error) {
    throw error instanceof OutgoingError ? new SourceError(error.reason) : error
  }
}

function parse(bytes: Buffer): RemoteModule[] {
  const issues: Issue[] = []
  const read = readShape(catalogueShape, jsonOf(bytes), [], issues)
  const [first] = issues
  if (!read) throw new SourceError('unreadable', first ? formatIssue({ ...first, file: 'catalogue' }) : '')
  return read.modules.map((each) => ({
    ...each,
    releases: [...each.releases].sort((a, b) => compareVersions(b.version, a.version)),
  }))
}

function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    throw new SourceError('unreadable', 'JSON')
  }
}
