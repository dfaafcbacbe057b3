/** Somebody who is mentioned in a comment, by the name that the text has behind its "@". */
export interface Mention {
  id: number
  name: string
}

/** What an administrator wrote about a record. Members never see it. */
export interface RecordComment {
  id: number
  /** Who wrote it, as they are called now, or as they were called then where the account is gone. */
  author: string
  /** Address of their picture; '' without one. */
  avatar: string
  /** Plain text. */
  text: string
  mentions: readonly Mention[]
  /** Unix seconds. */
  time: number
  /** When it was changed; null: never. */
  edited: number | null
  mayEdit: boolean
  mayDelete: boolean
}

/** GET comments?id=&before=: the latest first; `more` says that there are earlier ones. */
export interface CommentsAnswer {
  list: readonly RecordComment[]
  more: boolean
}

/** GET commentPeople?id=&q=: whom a comment on the record can mention. */
export interface PeopleAnswer {
  list: readonly (Mention & { username: string; avatar: string })[]
}

export const commentLimits = {
  /** Characters of a comment. */
  text: 2000,
  /** People whom one comment mentions. */
  mentions: 20,
  /** Comments of one answer. */
  page: 50,
  /** People of one answer. */
  people: 8,
  /** Seconds in which its author may change a comment. */
  editing: 3600,
} as const

/** Does the text mention this name: "@name" with no letter or digit behind it? */
export function mentionsName(text: string, name: string): boolean {
  return placesOf(text, name).length > 0
}

/** Where the text mentions a name: the place of each "@". */
export function placesOf(text: string, name: string): number[] {
  const places: number[] = []
  for (let at = text.indexOf(`@${name}`); at >= 0; at = text.indexOf(`@${name}`, at + 1))
    if (!/^[a-z0-9_]/i.test(text.slice(at + name.length + 1))) places.push(at)
  return places
}
