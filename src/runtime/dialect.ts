/**
 * Which server is spoken to. `kontor`: Kontor's own. `buildadmin`: a BuildAdmin server, which is sent only what it knows
 * (decision 19). What differs from call to call is here, what differs from screen to screen in wire/buildadmin.
 */
export type Dialect = 'kontor' | 'buildadmin'

/** What the client does for a dialect and does not for the other. */
export interface DialectFacts {
  /** Headers besides those of every call. */
  headers: Readonly<Record<string, string>>
  /** Ask for a new refresh token with each refresh (decision 1). */
  rotate: boolean
  /** Send `_version` and `idempotency_key` with writes. */
  guards: boolean
  /** GET …/info and GET …/options exist; else edit and the select of the target's index serve. */
  ownEndpoints: boolean
  /** Search, sort, show and post only fields that rows of the server have shown. */
  knownFieldsOnly: boolean
  /** Lists can be searched by fields that live in a link table. */
  linkSearch: boolean
  /** Screens whose data the server does not have. */
  absent: readonly string[]
  /** The server may have live notifications. */
  feed: boolean
}

export const dialects: Readonly<Record<Dialect, DialectFacts>> = {
  kontor: {
    headers: { 'x-kontor-strict': '1' },
    rotate: true,
    guards: true,
    ownEndpoints: true,
    knownFieldsOnly: false,
    linkSearch: true,
    absent: [],
    feed: true,
  },
  buildadmin: {
    headers: {},
    rotate: false,
    guards: false,
    ownEndpoints: false,
    knownFieldsOnly: true,
    linkSearch: false,
    absent: ['dashboard'],
    feed: false,
  },
}

/** The dialect a host named; '' is Kontor's own. Throws for any other text. */
export function readDialect(text: string): Dialect {
  const name = text.trim() || 'kontor'
  if (name === 'kontor' || name === 'buildadmin') return name
  throw new Error(`<meta name="kontor-dialect"> of the page says "${text}": it must be "kontor" or "buildadmin"`)
}

/** Controllers of BuildAdmin's core that offer the rows of a table to remote selects. */
export const selectControllers: Readonly<Record<string, string>> = {
  admin: 'auth.Admin',
  admin_group: 'auth.Group',
  admin_rule: 'auth.Rule',
  user: 'user.User',
  user_group: 'user.Group',
  user_rule: 'user.Rule',
}

/** Lists that BuildAdmin joins with others: their key is asked for with the table's name. */
export const selectKeys: Readonly<Record<string, string>> = { 'user.User': 'user.id' }

/** Parameters that BuildAdmin's own forms add to a select, by `<page>.<field>`: here only the groups one may assign. */
export const selectParams: Readonly<Record<string, object>> = { 'auth/admin.group_arr': { absoluteAuth: 1 } }
