import { type Issue, issueAt } from './issue.ts'

/** The way to a part of a JSON file: keys and indexes from its root. */
export type Path = readonly (string | number)[]

/** A part of a file that is being parsed, and the list that collects its faults. */
export interface Place {
  readonly at: Path
  readonly issues: Issue[]
}

/** The same place, further in. */
export function within<Own extends Place>(place: Own, ...keys: Path): Own {
  return { ...place, at: [...place.at, ...keys] }
}

/** Reports a fault of the part at this place. */
export function refuse({ at, issues }: Place, what: string, fix = '', why = ''): void {
  issues.push(issueAt(at, what, fix, why))
}
