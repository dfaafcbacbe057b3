import type { Settings } from './environment/settingRow.ts'

/**
 * Whose client calls, and what the server does for it that it does not do for the other. Handlers return Kontor's model; its shape for each
 * client is a matter of `server/crud/present` (decision 77), so that only the files in `tests/architecture/dialect.test.ts` ask this.
 */
export interface Dialect {
  client: 'kontor' | 'buildadmin'
  /** Icons, views and the missing picture by the names of Kontor or of BuildAdmin (decision 51). */
  names: 'kontor' | 'buildadmin'
  /** Posted names that are no fields to write are refused one by one; else they are left out and logged (decision 2). */
  refusesUnknownFields: boolean
  /** A search by an operator that the page does not offer is refused. */
  refusesOtherOperators: boolean
  /** A record says which of its actions would be refused, and why. */
  explainsRefusals: boolean
}

/** Kontor's own front end. */
export const kontorDialect: Dialect = {
  client: 'kontor',
  names: 'kontor',
  refusesUnknownFields: true,
  refusesOtherOperators: true,
  explainsRefusals: true,
}

/** BuildAdmin's client, on a server that may be set up for its names (KONTOR_COMPONENT). */
export function buildAdminDialect({ component }: Pick<Settings, 'component'>): Dialect {
  return {
    client: 'buildadmin',
    names: component === 'buildadmin' ? 'buildadmin' : 'kontor',
    refusesUnknownFields: false,
    refusesOtherOperators: false,
    explainsRefusals: false,
  }
}
