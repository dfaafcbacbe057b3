import type { CellName } from '../renderers/cells/index.ts'

/** What a cell of the gallery shows: a value, one that is too long for it, and one that is none of its kind. */
export interface CellSample {
  value: unknown
  long: unknown
  poison: unknown
  /** The field of page.json that gives the cell its options; none for values of relations. */
  field?: string
}

const text = '云感纯棉圆领T恤 · a very long name that no column of a list is wide enough for, with one more clause behind it'
const picture = '/favicon.svg'

/** One row for each cell of the catalogue. */
export const cellSamples = {
  text: { value: '春季新品', long: text, poison: Number.NaN, field: 'string' },
  tag: { value: 3, long: 2, poison: { a: 1 }, field: 'select' },
  tags: { value: ['web', 'app'], long: ['web', 'app', 'shop', 'web', 'app', 'shop'], poison: [{ a: 1 }], field: 'multiselect' },
  switch: { value: 1, long: 0, poison: 'perhaps', field: 'switch' },
  image: { value: picture, long: picture, poison: 'javascript:alert(1)', field: 'image' },
  images: { value: [picture, picture], long: Array.from({ length: 12 }, () => picture), poison: { a: 1 }, field: 'images' },
  icon: { value: 'truck', long: 'arrow-right-arrow-left', poison: { a: 1 }, field: 'icon' },
  color: { value: '#4f46e5', long: '#4f46e5cc', poison: 'red;}', field: 'color' },
  url: {
    value: 'https://example.com/',
    long: `https://example.com/${'path/'.repeat(20)}`,
    poison: { a: 1 },
    field: 'url',
  },
  datetime: { value: 1_770_000_000, long: 1_770_000_000, poison: 'soon', field: 'datetime' },
  date: { value: '2026-02-02', long: '2026-02-02', poison: 'soon', field: 'date' },
  money: { value: 123_450, long: 99_999_999_999_99, poison: 'abc', field: 'money' },
  number: { value: 12_345.5, long: 123_456_789_012.25, poison: 'many', field: 'float' },
  link: { value: '261121214715546008', long: text, poison: { a: 1 }, field: 'string' },
  member: {
    value: { id: 7, nickname: '林晓', avatar: '' },
    long: { id: 1_234_567, nickname: text, avatar: '' },
    poison: [1, 2],
  },
  progress: { value: 40, long: 100, poison: 'half', field: 'number' },
  duration: { value: 723_456, long: 359_999_999, poison: 'soon', field: 'duration' },
  file: {
    value: '/demo/company-1.svg',
    long: Array.from({ length: 5 }, (_, i) => `/demo/a-name-that-no-column-is-wide-enough-for-${i}.xlsx`),
    poison: { a: 1 },
    field: 'file',
  },
  audio: { value: '/demo/none.mp3', long: '/demo/none.mp3', poison: { a: 1 }, field: 'file' },
  stars: { value: 4, long: 5, poison: 9, field: 'integer' },
} satisfies Record<CellName, CellSample>
