import type { Schema } from '../../../codegen/schema/schema.ts'
import type { Registry } from './registry.ts'

/** What the server serves at a moment: all screens, and every address. Never changed; a change makes the next one. */
export interface Revision {
  /** SHA-256 over the files of the workspace and the installed packages; '' without any. */
  readonly hash: string
  /** The same of the workspace alone. */
  readonly workspace: string
  readonly schema: Schema
  readonly registry: Registry
}

/** The revision that is served, and the one place where another takes its place. */
export interface Revisions {
  /** Taken once by each request, which ends on it whatever comes meanwhile. */
  current(): Revision
  /** Serves another one from now on. */
  swap(next: Revision): void
}

export function makeRevisions(first: Revision): Revisions {
  let current = first
  return {
    current: () => current,
    swap(next) {
      current = next
    },
  }
}
