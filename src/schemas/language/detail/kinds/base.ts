import type * as z from 'zod/mini'
import type { Action } from '../../action/action.ts'
import type { Entity } from '../../entity/entity.ts'
import type { Place } from '../../place.ts'
import type { DetailSection } from '../section.ts'

/** Where a section is parsed: the table whose record it shows. */
export interface SectionPlace extends Place {
  entity: Entity
}

/** What sections are checked against once the page is parsed. */
export interface Detailed {
  detail: readonly DetailSection[] | null
  table: { row: readonly string[] }
  actions: Readonly<Record<string, Action>>
}

/** A member of a section as the page writes it. */
export type SectionKeys = Readonly<Record<string, z.ZodMiniType>>

/** A section as the page writes it, without what it leaves out. */
export type Written<Keys extends SectionKeys> = { name: string } & z.output<z.ZodMiniObject<Keys>>

/** All that the language knows of one kind of section; its file is the only one that does. */
export interface SectionKind<Keys extends SectionKeys, Section extends DetailSection> {
  /** Its keys in the page. The first is the one that tells it from the other kinds. */
  readonly keys: Keys
  /** What its keys are for, by their path in the section; shown by editors and in docs/schema.md. */
  readonly help: Readonly<Record<string, string>>
  /** It has no other keys than its own, and those of every section. */
  readonly alone?: true
  parse(part: Written<Keys>, place: SectionPlace): Section
  /** Reports what the parsed section names that the page does not have. */
  check?(section: Section, page: Detailed, place: Place): void
}
