import type { Loaded } from '../../codegen/load/pages.ts'
import type { Schema } from '../../codegen/schema/schema.ts'
import type { OverlayPlace } from '../../src/schemas/api/market.ts'
import type { Writer } from './db/connect.ts'
import type { Step } from './db/migrate/migrate.ts'

/** A package as a source of screens. Its files are immutable: another content has another hash. */
export interface PackageRef {
  uid: string
  version: string
  /** SHA-256 of its manifest. */
  hash: string
  /** Absent: they are in the database, under the hash. */
  files?: ReadonlyMap<string, Buffer>
  /** Its changes to pages of others that are left out: others change the same places, or somebody reverted them. */
  without?: readonly OverlayPlace[]
}

/** Makes revisions with other packages. What it makes changes nothing until it is applied, and followed. */
export interface Revising {
  /** Folders of schemas with those of these packages: the platform's, the modules', the packages' after those they require, the workspace's. */
  sourcesWith(packages: readonly PackageRef[]): Promise<string[]>
  /** Reads and checks everything together, and makes sure that the server has what pages name. Throws `SchemaError`, or with what is missing. */
  prepare(packages: readonly PackageRef[]): Promise<Pick<Loaded, 'schema' | 'places'>>
  /** Brings tables, triggers, menu rules and needed rows to where they fit the schema, as a part of this transaction. Returns the steps done. */
  apply(trx: Writer, schema: Schema, now: number): Promise<readonly Step[]>
  /** Tells all servers, once this transaction has committed, that other packages are installed. */
  announce(trx: Writer): Promise<void>
  /** Settles when this server serves what the database has. */
  follow(): Promise<void>
}

declare module './services.ts' {
  interface Services {
    /** Absent where screens never change. */
    revising?: Revising
  }
}
