import { emailPattern } from '../../src/schemas/kinds/email.ts'
import { addressPattern } from '../../src/schemas/kinds/image.ts'
import { mobilePattern } from '../../src/schemas/kinds/mobile.ts'
import type { ColumnFacts } from '../introspect/facts.ts'
import type { ColumnType, Family } from './columnType.ts'
import { snake } from './naming/names.ts'
import type { PlannedOption } from './plan.ts'

/** What a rule sees of a column. */
export interface Seen {
  column: ColumnFacts
  type: ColumnType
  options: readonly PlannedOption[]
  /** The column points at a table whose screen is known. */
  remote: boolean
}

/** A rule: columns of these families whose name fits and of which `also` holds are fields of this kind. */
export interface KindRule {
  name: string
  kind: string
  because: string
  families?: readonly Family[]
  named?: RegExp
  also?: (seen: Seen) => boolean
}

const texts: readonly Family[] = ['varchar', 'char', 'text']
const one = (seen: Seen) => seen.column.type === 'smallint' || seen.type.family === 'boolean' || seen.type.length === 1
const stored = (seen: Seen) => (seen.column.stored ?? []).filter((value) => value.trim() !== '')
const all = (pattern: string) => (seen: Seen) => stored(seen).every((value) => new RegExp(pattern, 'u').test(value))
const some = (seen: Seen) => stored(seen).length > 0
const bits = (seen: Seen) => some(seen) && stored(seen).every((value) => value === '0' || value === '1')
const oneLine = (most: number) => (seen: Seen) => stored(seen).every((value) => value.length <= most && !/[\r\n]/.test(value))
const isBits = ({ options }: Seen) =>
  options.length === 2 && options.every(({ value, label }) => (value === 0 || value === 1) && label === undefined)
const single = (seen: Seen) => seen.options.length > 0 && seen.type.family !== 'array'

const long =
  /(?:desc|description|notes?|remarks?|comments?|body|bio|biography|memo|message|summary|text|detail|details|abstract|reason)$/i
const short =
  /(?:name|title|label|subject|code|no|num|number|sku|slug|ref|reference|phone|tel|telephone|mobile|fax|address\d?|addr\d?|street|city|town|county|province|state|region|country|zip|zipcode|postcode|postal_code|e?mail|url|website|locale|language|currency|timezone|gender|colou?r|unit|brand|model|version|login|username|account|iban|bic|serial)$/i
const webAddress = '^(?:https?://[^\\s/?#]+\\S*|mailto:\\S+|/(?![/\\\\])[^\\s\\\\]*)$'

/**
 * Column → kind: the first rule that fits. Names alone never decide where that would refuse what is stored: e-mail, mobile, addresses and
 * pictures need every value that was looked at to be one.
 */
export const kindRules: readonly KindRule[] = [
  {
    name: 'foreign key',
    kind: 'remoteSelect',
    also: (s) => s.remote,
    because: 'it points at a table that has a screen, so its row is chosen by name',
  },
  {
    name: 'order by hand',
    kind: 'weigh',
    families: ['integer'],
    named: /^weigh$/i,
    because: 'people give this order by dragging',
  },
  {
    name: 'time of the row',
    kind: 'datetime',
    families: ['integer', 'timestamp'],
    named: /^(?:create|update)_?time$/i,
    because: 'its name says a moment',
  },
  {
    name: 'named switch',
    kind: 'switch',
    families: ['integer', 'boolean'],
    named: /(?:switch|toggle)$/i,
    because: 'its name says on or off',
  },
  { name: 'short switch', kind: 'switch', named: /(?:switch|toggle)$/i, also: one, because: 'its name says on or off' },
  { name: 'bits', kind: 'switch', families: ['integer'], also: isBits, because: 'its CHECK allows 0 and 1 only' },
  {
    name: 'flag',
    kind: 'switch',
    families: ['integer'],
    named: /^(?:is|has|can|allow)_|(?:flag|enabled|active|deleted|discontinued|locked|visible)$/i,
    also: bits,
    because: 'its name says yes or no, and it holds 0 and 1 only',
  },
  {
    name: 'formatted text',
    kind: 'richtext',
    families: texts,
    named: /(?:content|editor)$/i,
    also: (s) => !some(s) || stored(s).some((value) => /<\w+[^>]*>/.test(value)),
    because: 'its name says content, and what it holds is HTML',
  },
  {
    name: 'lines by name',
    kind: 'textarea',
    families: ['varchar'],
    named: /(?:textarea|multiline|rows)$/i,
    because: 'its name says lines of text',
  },
  { name: 'pairs', kind: 'array', families: ['json'], named: /array$/i, because: 'its name says rows of a key and a value' },
  {
    name: 'unix time',
    kind: 'datetime',
    families: ['integer'],
    named: /(?:time|datetime)$/i,
    because: 'a whole number called a time counts seconds',
  },
  { name: 'moment', kind: 'datetime', families: ['timestamp'], because: 'its type is a moment' },
  { name: 'day', kind: 'date', families: ['date'], because: 'its type is a day' },
  { name: 'year', kind: 'year', families: ['integer'], named: /(?:^|_)year$/i, because: 'its name says a year' },
  { name: 'time of day', kind: 'time', families: ['time'], because: 'its type is a time of day' },
  {
    name: 'few options',
    kind: 'radio',
    named: /(?:status|state|type|gender|sex|level|priority)$/i,
    also: (s) => single(s) && s.options.length <= 4,
    because: 'a few values are known, so all are in sight',
  },
  { name: 'options', kind: 'select', also: single, because: 'its values are known from its type, CHECK or comment' },
  {
    name: 'several options',
    kind: 'multiselect',
    families: ['array'],
    also: (s) => s.options.length > 0,
    because: 'the values of its list are known from its type or comment',
  },
  { name: 'region', kind: 'city', families: ['array'], named: /city$/i, because: 'a list called city holds codes of regions' },
  {
    name: 'pictures',
    kind: 'images',
    families: ['array'],
    named: /(?:images|avatars|photos|pictures)$/i,
    because: 'its name says pictures',
  },
  { name: 'files', kind: 'files', families: ['array'], named: /files$/i, because: 'its name says files' },
  {
    name: 'picture',
    kind: 'image',
    families: texts,
    named: /(?:image|avatar|photo|picture|logo|cover|thumbnail|thumb|banner)(?:_?(?:url|path|src))?$/i,
    also: all(addressPattern()),
    because: 'its name says a picture, and it holds addresses',
  },
  { name: 'file', kind: 'file', families: texts, named: /file$/i, also: all(addressPattern()), because: 'its name says a file' },
  { name: 'icon', kind: 'icon', families: texts, named: /icon$/i, because: 'its name says an icon' },
  {
    name: 'colour',
    kind: 'color',
    families: texts,
    named: /colou?r$/i,
    also: all('^#[0-9a-fA-F]{3,8}$|^rgba?\\('),
    because: 'its name says a colour, and it holds no names of colours',
  },
  {
    name: 'e-mail',
    kind: 'email',
    families: texts,
    named: /(?:^|_)e?_?mail(?:_?address)?$/i,
    also: all(emailPattern),
    because: 'its name says e-mail, and every value is an address',
  },
  {
    name: 'web address',
    kind: 'url',
    families: texts,
    named: /(?:url|uri|website|homepage|link|web)$/i,
    also: all(webAddress),
    because: 'its name says a web address, and every value is one',
  },
  {
    name: 'mobile number',
    kind: 'mobile',
    families: texts,
    named: /(?:mobile|phone|cell)(?:_?(?:no|number))?$/i,
    also: (s) => some(s) && all(mobilePattern)(s),
    because: 'every value is a mobile number of China',
  },
  { name: 'yes or no', kind: 'switch', families: ['boolean'], because: 'its type is yes or no' },
  { name: 'whole number', kind: 'integer', families: ['integer'], because: 'its type is a whole number' },
  {
    name: 'decimal',
    kind: 'number',
    families: ['decimal'],
    because: 'its type is a decimal, kept exactly: the kind money stores whole fen and would change the column',
  },
  {
    name: 'long text',
    kind: 'textarea',
    families: ['varchar'],
    named: long,
    also: (s) => (s.type.length ?? 256) >= 200,
    because: 'its name and length say several lines',
  },
  {
    name: 'short text by name',
    kind: 'string',
    families: ['text'],
    named: short,
    also: oneLine(255),
    because: 'its name says one line, and it holds no more; the column has no limit, so the field has none either',
  },
  {
    name: 'short text by what it holds',
    kind: 'string',
    families: ['text'],
    also: (s) => stored(s).length >= 5 && !long.test(s.column.name) && oneLine(80)(s),
    because: 'everything it holds is short',
  },
  { name: 'text', kind: 'textarea', families: ['text'], because: 'its type is text of any length' },
  { name: 'tags', kind: 'tags', families: ['array'], because: 'its type is a list, whose parts are entered one by one' },
  { name: 'data', kind: 'json', families: ['json'], because: 'its type is data that no form edits' },
  {
    name: 'written value',
    kind: 'string',
    families: ['special'],
    because: 'its values are shown and entered as the database writes them',
  },
  { name: 'line of text', kind: 'string', families: ['varchar', 'char', 'uuid'], because: 'its type is one line of text' },
]

/** The rule that gives a column's kind, or undefined when its type cannot be shown (bytea, geometry …). */
export function kindRule(seen: Seen): KindRule | undefined {
  return kindRules.find(
    (r) =>
      (r.families === undefined || r.families.includes(seen.type.family)) &&
      (r.named === undefined || r.named.test(snake(seen.column.name))) &&
      (r.also === undefined || r.also(seen)),
  )
}
