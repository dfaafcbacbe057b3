/** One place of the permission lens's matrix: what the server would answer, and why. */
export interface LensCell {
  allowed: boolean
  /** Delivered to their browser: only then is there an entry or a button. */
  shown: boolean
  /** Sentences in the language of who looks. */
  why: readonly string[]
  /** The same as words below `lens.why.`. */
  codes: readonly string[]
}

/** One action of a screen; `cells` are in the order of the subjects. */
export interface LensNode {
  /** Full path of the permission node. */
  node: string
  /** Id of its rule below the screen's; null where there is none to grant. */
  rule: number | null
  title: string
  /** Calls that ask for it: `POST auth.Admin/unlock`. */
  calls: readonly string[]
  cells: readonly LensCell[]
}

/** One screen of the matrix. */
export interface LensScreen {
  /** Id of the menu rule; null where none opens the screen. */
  rule: number | null
  page: string
  title: string
  /** Titles of the directories above. */
  path: readonly string[]
  /** Address in the front end; null where nothing can be opened. */
  open: string | null
  menu: readonly LensCell[]
  nodes: readonly LensNode[]
  /** Some cell differs between the two subjects. */
  differs: boolean
}

/** A role (group of administrators) or a person. */
export interface LensSubject {
  /** `group:3`, `admin:5`: what the header and the addresses of the lens carry. */
  key: string
  kind: 'group' | 'admin'
  id: number
  name: string
  /** Of a person: the account; of a role: the group. */
  enabled: boolean
}

/** Who a column of the matrix is about, and what can be changed of it. */
export interface LensColumn extends LensSubject {
  /** Ids of the rules that the role itself has, with the directories above; null where they cannot be edited. */
  held: readonly number[] | null
  /** Why not, as a word below `lens.fixed.`; '' where they can. */
  fixed: '' | 'person' | 'everything' | 'own'
}

/** The rights of a role as they shall be: exactly `rules` (directories follow), if it still has those of `before`. */
export interface LensChange {
  id: number
  before: readonly number[]
  rules: readonly number[]
}

/** Screens × actions for one role or person, or for two that are compared. */
export interface LensMatrix {
  subjects: readonly LensColumn[]
  screens: readonly LensScreen[]
}

/** One action on one row: possible, or everything that prevents it. */
export interface LensRowAction {
  action: string
  title: string
  possible: boolean
  reasons: readonly { code: 'right' | 'scope' | 'when' | 'readOnly' | 'denied' | 'rule'; text: string }[]
}
