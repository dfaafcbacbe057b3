import type { OptionSource } from '../../src/schemas/kinds/optionSources.ts'
import type { Area } from '../../src/schemas/language/area/area.ts'
import type { Entity } from '../../src/schemas/language/entity/entity.ts'
import type { MenuSeed } from '../../src/schemas/language/menu/menu.ts'
import type { Page } from '../../src/schemas/language/page.ts'
import type { Locale, WordMap } from '../../src/schemas/language/words.ts'

/** All parts of the screens, parsed and checked. */
export interface Schema {
  pages: ReadonlyMap<string, Page>
  /** By table: entities of their own files and of pages. Every table has one owner (decision 23). */
  entities: ReadonlyMap<string, Entity>
  menus: Readonly<Record<Area, readonly MenuSeed[]>>
  words: Words
  /** Where options can come from that the server makes, by name: the platform's sources and those of the modules that are on. */
  optionSources: ReadonlyMap<string, OptionSource>
}

/** All words of the product, by language. */
export interface Words {
  /** Shared words and, under `table.<table>.`, those of the page that owns a table. */
  shared: Readonly<Record<Locale, WordMap>>
  /** Words of a page with the shared ones it falls back to, under the page's own keys. */
  page: ReadonlyMap<string, Readonly<Record<Locale, WordMap>>>
  /** A text for a person: of the page when one is named, else shared; falls back to the default language, then to the key. */
  text(lang: Locale, pageId: string | null, key: string, params?: Readonly<Record<string, unknown>>): string
}
