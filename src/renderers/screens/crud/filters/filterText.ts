import type { Filter } from '../../../../runtime/crud/query.ts'
import type { Areas } from '../../../../runtime/regions.ts'
import { isPeriod } from '../../../../schemas/language/wire/periods.ts'
import { dateTimeText } from '../../../cells/clock.ts'
import { switchSides } from '../../../cells/switch.tsx'
import { sideWord } from '../../../cells/words.ts'
import { codesOf, type FilterNames, type SearchItem } from '../search/searchItems.ts'

interface Saying {
  say(key: string, params?: Record<string, string>): string
  find(key: string): string | undefined
}

interface Knowing {
  lang: string
  zone: string
  areas: Areas
  names: FilterNames
}

/** The value of a filter in words, as its chip says it behind the label. */
export function filterText(item: SearchItem, value: Filter['value'], words: Saying, known: Knowing): string {
  const { say } = words
  if (item.operator === 'NULL' || item.operator === 'NOT NULL')
    return say(item.operator === 'NULL' ? 'ui.list.isEmpty' : 'ui.list.isNotEmpty')
  if (item.input === 'named') return say(value === '1' ? 'ui.list.yes' : 'ui.list.filterNot')
  if (item.input === 'area') return (known.areas.known(codesOf(value)) ?? codesOf(value)).join(' ')
  if (isPeriod(value)) return say(`ui.filters.period.${value}`)
  const show = (part: string) => valueText(item, part, words, known)
  if (typeof value === 'string') return show(value)
  if (item.input === 'range' || item.input === 'dateRange') return rangeText(item, value.map(show), say)
  return value.filter(Boolean).map(show).join(', ')
}

/** "1 Nov 2026 – 3 Nov 2026", one day by itself, "from 1 Nov 2026", "at most 50". */
function rangeText({ input }: SearchItem, [from = '', to = '']: readonly string[], say: Saying['say']): string {
  const isTime = input === 'dateRange'
  if (to === '') return say(isTime ? 'ui.filters.from' : 'ui.filters.more', { from })
  if (from === '') return say(isTime ? 'ui.filters.until' : 'ui.filters.less', { to })
  return from === to ? from : `${from} – ${to}`
}

function valueText(item: SearchItem, part: string, { find, say }: Saying, { lang, zone, names }: Knowing): string {
  if (part === '') return ''
  if (item.input === 'remote') return names(item.name, part) ?? part
  if (item.input === 'switch' && item.field) {
    const isOn = part === String(switchSides(item.field).on)
    return sideWord({ words: item.words, isOn, value: part }, find, say)
  }
  if (item.input === 'dateRange') return timeText(part, zone, lang)
  return find(`${item.words}.options.${part}`) ?? part
}

/** A day in words, and the clock where it says more than that the day is meant from its beginning or to its end. */
function timeText(part: string, zone: string, lang: string): string {
  const text = /^\d{9,10}$/.test(part) ? dateTimeText(Number(part), zone) : part
  const [day = '', clock = ''] = text.split(/[ T]/)
  const at = Date.parse(`${day}T00:00:00Z`)
  if (!Number.isFinite(at)) return text
  // The day before the month, as dates of other parts of the product never begin with the month either.
  const written = new Intl.DateTimeFormat(lang === 'en' ? 'en-GB' : lang, { dateStyle: 'medium', timeZone: 'UTC' }).format(at)
  return clock === '' || /^(00:00:00|23:59:59)$/.test(clock) ? written : `${written} ${clock}`
}
