import type { Area } from '../area/area.ts'
import type { Entity } from '../entity/entity.ts'
import type { Page } from '../page.ts'
import type { Place } from '../place.ts'

/** What the parser asks of the other screens and tables. */
export interface DashboardTargets {
  pages: ReadonlyMap<string, Page>
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
