import type { JsonSchema } from '../jsonSchema.ts'
import type { PackedPage } from '../language/packed.ts'
import type { Locale } from '../language/words.ts'

/** The files of a screen as texts: page.json, and its words by language. */
export interface DraftTexts {
  page: string
  words: Readonly<Record<Locale, string>>
}

/** A screen that is being designed. */
export interface Draft extends DraftTexts {
  id: string
}

/** A finding of the checker, at a place of one of the draft's files; '' as file: of another one. */
export interface Finding {
  file: 'page' | Locale | ''
  path: readonly (string | number)[]
  line: number
  text: string
  severity: 'error' | 'warning'
}

/** GET crud.Crud/index: what the designer starts with. */
export interface DesignerState {
  /** Where screens are saved: a folder, or rows of the database. */
  place: 'folder' | 'database'
  /** May screens be saved (`allow_generator`)? */
  allowed: boolean
  /** Screens of the workspace. */
  screens: readonly { id: string; title: string }[]
  /** By kind, the schema of a field and what the kind is for. */
  kinds: readonly KindSchema[]
}

/** A kind of field: its name, and the JSON Schema of what a page says of such a field. */
export interface KindSchema {
  name: string
  help: string
  /** What the kind is called in each language: the first label of a field. */
  label: Readonly<Record<Locale, string>>
  properties: Readonly<Record<string, JsonSchema & { description?: string }>>
}

/** POST crud.Crud/check: what is wrong with a draft, and how it is drawn as far as it can be read. */
export interface CheckAnswer {
  findings: readonly Finding[]
  preview: { page: PackedPage; words: Readonly<Record<string, string>> } | null
}

/** A step that the database has to take for a draft. `held`: it would lose data, so it is left to `npm run migrate -- --apply --drop`. */
export interface PlanStep {
  kind: 'createTable' | 'addColumn' | 'changeColumn' | 'addIndex' | 'dropColumn' | 'dropTable' | 'other'
  table: string
  column: string
  what: string
  sql: readonly string[]
  held: boolean
}

/** POST crud.Crud/preview: everything that saving the draft would change. Saving takes `seen`, so that nothing else is saved than was shown. */
export interface PlanAnswer {
  findings: readonly Finding[]
  steps: readonly PlanStep[]
  /** Files with their difference. */
  files: readonly { path: string; diff: string }[]
  /** '' where there are errors. */
  seen: string
}

/** POST crud.Crud/generate and delete: the record in the history, and the revision that is served once the server follows. */
export interface SavedAnswer {
  log: number
  hash: string
}
