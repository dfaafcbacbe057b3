import type { ColumnFacts } from '../introspect/facts.ts'
import type { ColumnType, Family } from './columnType.ts'
import type { CommentFacts } from './comment.ts'

/** What a rule sees of a column. */
export interface Seen {
  column: ColumnFacts
  type: ColumnType
  comment: CommentFacts
  /** The column points at a table whose screen or entity is known. */
  remote: boolean
}

interface Rule {
  /** Number of the rule in protocol 5.5, for reference. */
  rule: number
  kind: string
  families?: readonly Family[]
  /** The column's name ends so, whatever its case. */
  suffix?: RegExp
  also?: (seen: Seen) => boolean
}

const texts: readonly Family[] = ['varchar', 'char', 'text']
const hasOptions = (seen: Seen) => seen.comment.options.length > 0
const one = (seen: Seen) => seen.column.type === 'smallint' || seen.type.family === 'boolean' || seen.type.length === 1

/**
 * Column → kind, the first rule that fits (protocol 5.5, adapted to PostgreSQL: its types, its booleans, foreign keys, and option
 * lists that really exist). Odd ones: 9 takes every whole number, not only `int` (the quirk that bigint times became numbers);
 * 14, 15, 24 need a dictionary in the comment, for a list without options cannot be chosen from; 18 takes lists only, for a
 * region is a list of codes.
 */
const rules: readonly Rule[] = [
  { rule: 16, kind: 'remoteSelect', also: (s) => s.remote },
  { rule: 2, kind: 'weigh', families: ['integer'], suffix: /^weigh$/i },
  { rule: 3, kind: 'datetime', families: ['integer', 'timestamp'], suffix: /^(?:create|update)_?time$/i },
  { rule: 4, kind: 'switch', families: ['integer', 'boolean'], suffix: /(?:switch|toggle)$/i },
  { rule: 5, kind: 'switch', suffix: /(?:switch|toggle)$/i, also: one },
  { rule: 6, kind: 'richtext', families: texts, suffix: /(?:content|editor)$/i },
  { rule: 7, kind: 'textarea', families: ['varchar'], suffix: /(?:textarea|multiline|rows)$/i },
  { rule: 8, kind: 'array', families: ['json'], suffix: /array$/i },
  { rule: 9, kind: 'datetime', families: ['integer'], suffix: /(?:time|datetime)$/i },
  { rule: 10, kind: 'datetime', families: ['timestamp'] },
  { rule: 11, kind: 'date', families: ['date'] },
  { rule: 12, kind: 'year', families: ['integer'], suffix: /(?:^|_)year$/i },
  { rule: 13, kind: 'time', families: ['time'] },
  { rule: 28, kind: 'select', families: ['enum'] },
  { rule: 14, kind: 'select', suffix: /(?:select|list|data)$/i, also: (s) => hasOptions(s) && s.type.family !== 'array' },
  { rule: 15, kind: 'multiselect', families: ['array'], also: hasOptions },
  { rule: 18, kind: 'city', families: ['array'], suffix: /city$/i },
  { rule: 20, kind: 'images', families: ['array'], suffix: /(?:images|avatars)$/i },
  { rule: 22, kind: 'files', families: ['array'], suffix: /files$/i },
  { rule: 19, kind: 'image', families: texts, suffix: /(?:image|avatar)$/i },
  { rule: 21, kind: 'file', families: texts, suffix: /file$/i },
  { rule: 23, kind: 'icon', families: texts, suffix: /icon$/i },
  { rule: 30, kind: 'color', families: texts, suffix: /colou?r$/i },
  { rule: 24, kind: 'radio', suffix: /(?:status|state|type)$/i, also: (s) => hasOptions(s) && s.type.family !== 'array' },
  { rule: 24, kind: 'select', also: (s) => hasOptions(s) && s.type.family !== 'array' },
  { rule: 5, kind: 'switch', families: ['boolean'] },
  { rule: 25, kind: 'integer', families: ['integer'] },
  { rule: 26, kind: 'number', families: ['decimal'] },
  { rule: 27, kind: 'textarea', families: ['text'] },
  { rule: 31, kind: 'json', families: ['json', 'array'] },
  { rule: 32, kind: 'string', families: ['varchar', 'char', 'uuid'] },
]

/** The kind of a column's field, or undefined when its type cannot be shown (bytea, geometry …). */
export function inferKind(seen: Seen): string | undefined {
  return rules.find(
    (r) =>
      (r.families === undefined || r.families.includes(seen.type.family)) &&
      (r.suffix === undefined || r.suffix.test(seen.column.name)) &&
      (r.also === undefined || r.also(seen)),
  )?.kind
}
