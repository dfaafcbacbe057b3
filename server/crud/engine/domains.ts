import type { Schema } from '../../../codegen/schema/schema.ts'
import type { Page } from '../../../src/schemas/language/page.ts'
import type { Handler } from '../../core/handler.ts'
import type { At, OptionSource, PageCode, ValueCheck, Writing } from '../domain.ts'
import type { Screen } from '../screen/screen.ts'

/** What modules add to the engine of pages: the tables that their manifests are put together to. */
export interface Domains extends PageCode {
  /** Kinds of pages that a module serves itself. */
  pageKinds?: Readonly<Record<string, (page: Page, schema: Schema, domains: Domains) => readonly Handler[]>>
  /** Further addresses of list screens. */
  listAddresses?: readonly ((screen: Screen, at: At, writing: Writing) => readonly Handler[])[]
  valueChecks?: readonly ValueCheck[]
  /** Server options, by the name used in pages as `"options": { "source": … }`. */
  optionSources?: Readonly<Record<string, OptionSource>>
}

declare module '../../core/services.ts' {
  interface Services {
    /** What the modules that are on add to the engine of pages. */
    engine: Domains
  }
}
