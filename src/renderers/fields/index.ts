import type { KindName } from '../../schemas/kinds/index.ts'
import type { FieldRenderer } from '../define.ts'
import { account } from './account.tsx'
import { array } from './array.tsx'
import { checkbox } from './checkbox.tsx'
import { city } from './city.tsx'
import { code } from './code.tsx'
import { color } from './color.tsx'
import { date } from './date.tsx'
import { datetime } from './datetime.tsx'
import { duration } from './duration.tsx'
import { email } from './email.tsx'
import { file } from './file.tsx'
import { files } from './files.tsx'
import { float } from './float.tsx'
import { icon } from './icon.tsx'
import { idnumber } from './idnumber.tsx'
import { image } from './image.tsx'
import { images } from './images.tsx'
import { integer } from './integer.tsx'
import { json } from './json.tsx'
import { mobile } from './mobile.tsx'
import { money } from './money.tsx'
import { multiselect } from './multiselect.tsx'
import { number } from './number.tsx'
import { password } from './password.tsx'
import { radio } from './radio.tsx'
import { regions } from './regions.tsx'
import { remoteMultiSelect } from './remoteMultiSelect.tsx'
import { remoteSelect } from './remoteSelect.tsx'
import { richtext } from './richtext.tsx'
import { select } from './select.tsx'
import { specEditor } from './specEditor.tsx'
import { string } from './string.tsx'
import { subtable } from './subtable.tsx'
import { switchField } from './switch.tsx'
import { tags } from './tags.tsx'
import { textarea } from './textarea.tsx'
import { time } from './time.tsx'
import { url } from './url.tsx'
import { varname } from './varname.tsx'
import { weigh } from './weigh.tsx'
import { year } from './year.tsx'

/** The catalogue of fields: how a value of each kind is edited. */
export const fields = {
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
  switch: switchField,
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
} satisfies Record<KindName, FieldRenderer>
