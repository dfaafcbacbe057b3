import type { Draft } from '../../src/schemas/api/designer.ts'

const text = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

/** A screen as the designer sends it: shelves with a name and their places. */
export function shelfDraft(more: Readonly<Record<string, unknown>> = {}): Draft {
  const fields = {
    name: { kind: 'string', maxLength: 80, required: true },
    places: { kind: 'integer', default: 1, min: 1 },
    ...more,
  }
  const names = Object.keys(fields)
  const page = {
    version: 1,
    kind: 'crud',
    entity: { table: 'store_shelf', unindexedBecause: 'a few shelves' },
    fields,
    table: { columns: names, toolbar: ['refresh', 'add', 'edit', 'delete'], row: ['edit', 'delete'] },
    form: { fields: names },
  }
  const labels = (of: (name: string) => string) => Object.fromEntries(names.map((name) => [name, { label: of(name) }]))
  return {
    id: 'store/shelf',
    page: text(page),
    words: {
      'zh-cn': text({ title: '货架', noun: '货架', fields: labels((name) => `字段${name}`) }),
      en: text({ title: 'Shelves', noun: 'shelf', fields: labels((name) => `The ${name}`) }),
    },
  }
}
