import { keysOf } from '../keysOf.ts'
import { account } from './account.ts'
import { array } from './array.ts'
import { checkbox } from './checkbox.ts'
import { city } from './city.ts'
import { code } from './code.ts'
import { color } from './color.ts'
import { date } from './date.ts'
import { datetime } from './datetime.ts'
import { duration } from './duration.ts'
import { email } from './email.ts'
import { file } from './file.ts'
import { files } from './files.ts'
import { float } from './float.ts'
import { icon } from './icon.ts'
import { idnumber } from './idnumber.ts'
import { image } from './image.ts'
import { images } from './images.ts'
import { integer } from './integer.ts'
import { json } from './json.ts'
import type { Kind } from './kind.ts'
import { mobile } from './mobile.ts'
import { money } from './money.ts'
import { multiselect } from './multiselect.ts'
import { number } from './number.ts'
import { password } from './password.ts'
import { radio } from './radio.ts'
import { regions } from './regions.ts'
import { remoteMultiSelect } from './remoteMultiSelect.ts'
import { remoteSelect } from './remoteSelect.ts'
import { richtext } from './richtext.ts'
import { select } from './select.ts'
import { specEditor } from './specEditor.ts'
import { string } from './string.ts'
import { subtable } from './subtable.ts'
import { switchKind } from './switch.ts'
import { tags } from './tags.ts'
import { textarea } from './textarea.ts'
import { time } from './time.ts'
import { url } from './url.ts'
import { varname } from './varname.ts'
import { weigh } from './weigh.ts'
import { year } from './year.ts'

/** The catalogue of field kinds: the word in `page.json` and what is known of it. */
export const kinds = {
  string,
  textarea,
  richtext,
  account,
  password,
  code,
  mobile,
  idnumber,
  email,
  url,
  varname,
  number,
  integer,
  float,
  money,
  weigh,
  date,
  time,
  datetime,
  duration,
  year,
  switch: switchKind,
  radio,
  checkbox,
  select,
  multiselect,
  tags,
  remoteSelect,
  remoteMultiSelect,
  city,
  regions,
  image,
  images,
  file,
  files,
  icon,
  color,
  array,
  json,
  subtable,
  specEditor,
} satisfies Record<string, Kind>

export type KindName = keyof typeof kinds

export const kindNames = keysOf(kinds)

/** The kind of a name; undefined for a name that is none. */
export function findKind(name: string): Kind | undefined {
  return Object.hasOwn(kinds, name) ? (kinds as Record<string, Kind>)[name] : undefined
}

/**
 * The facts of a field's kind. Fields of parsed pages have a known one; an older front end may still be given a page with a kind that only its
 * server knows, whose values stay as they are.
 */
export function kindOf(field: { kind: string }): Kind {
  return findKind(field.kind) ?? unknownKind
}

const unknownKind: Kind = {
  ...string,
  options: {},
  store: () => null,
  empty: null,
  schema: () => ({}),
  fromWire: (value) => value,
  toWire: (value) => value,
  cell: 'unknown',
  operator: false,
  input: 'none',
}
