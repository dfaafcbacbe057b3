import type { Field } from '../../field.ts'
import type { Area } from '../area/area.ts'
import type { Entity } from '../entity/entity.ts'
import type { Table } from '../list/table.ts'
import type { Place } from '../place.ts'

/** What a dashboard asks of a screen whose rows it counts or shows. */
export interface TargetPage {
  id: string
  kind: string
  area: Area
  entity: Entity
  fields: Readonly<Record<string, Field>>
  table: Table
}

/** What the parser asks of the other screens and tables. */
export interface DashboardTargets {
  pages: ReadonlyMap<string, TargetPage>
  tables: ReadonlyMap<string, Entity>
  /** The dashboard itself: its figures are of screens of the same area. */
  self?: { id: string; area: Area }
  /** Screens that cannot be read: their own faults are reported, not that they are missing here. */
  broken?: ReadonlySet<string>
  /** Screens with faults of their own: what a dashboard misses there may be what they lost. */
  faulty?: ReadonlySet<string>
}

/** A part of a dashboard that is being parsed. */
export interface DashboardPlace extends Place {
  readonly targets: DashboardTargets
}
