import type { cellNames } from '../../schemas/language/list/parseTable.ts'
import type { Cell } from '../define.ts'
import { audio } from './audio.tsx'
import { color } from './color.tsx'
import { date } from './date.tsx'
import { datetime } from './datetime.tsx'
import { duration } from './duration.tsx'
import { file } from './file.tsx'
import { icon } from './icon.tsx'
import { image } from './image.tsx'
import { images } from './images.tsx'
import { link } from './link.tsx'
import { member } from './member.tsx'
import { money } from './money.tsx'
import { number } from './number.tsx'
import { progress } from './progress.tsx'
import { stars } from './stars.tsx'
import { switchCell } from './switch.tsx'
import { tag } from './tag.tsx'
import { tags } from './tags.tsx'
import { text } from './text.tsx'
import { url } from './url.tsx'

/** The catalogue of cells: the word in `page.json` and how a value is shown. */
export const cells = {
  text,
  tag,
  tags,
  switch: switchCell,
  image,
  images,
  icon,
  color,
  url,
  datetime,
  date,
  money,
  number,
  link,
  member,
  progress,
  stars,
  duration,
  file,
  audio,
} satisfies Record<CellName, Cell>

export type CellName = (typeof cellNames)[number]
