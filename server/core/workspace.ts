import type { Reader, Writer } from './db/connect.ts'

/** Texts of files by their path in the workspace, such as `pages/lab/note/page.json`. */
export type WorkspaceTexts = ReadonlyMap<string, string>

/** Files of a workspace that change, by path: their new text, null for those that go. */
export type WorkspaceChanges = ReadonlyMap<string, string | null>

/** The operator's own screens: where their files are, and how they change. */
export interface Workspace {
  /** A folder of this machine, or rows of the database. */
  readonly place: 'folder' | 'database'
  /** Its files as they are now. Throws when they cannot be read. */
  read(db: Reader): Promise<WorkspaceTexts>
  /**
   * Changes files: their new text, null for those that go. A folder is changed at once, all files or none; rows with the transaction.
   * Running servers follow.
   */
  change(trx: Writer, changes: WorkspaceChanges, now: number): Promise<void>
  /** Has the platform or a module a screen of this id? The workspace cannot have it as well. */
  isTaken(id: string): boolean
  /** What these files are called once they are served (`Revision.workspace`). */
  hash(files: WorkspaceTexts): string
  /** Puts files where they are checked with all others, those of installed packages too, and returns the folders to check. Nothing is served from there. */
  stage(db: Reader, files: WorkspaceTexts): Promise<readonly string[]>
}

declare module './services.ts' {
  interface Services {
    workspace: Workspace
  }
}
