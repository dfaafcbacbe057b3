import { draft, type Json } from './jsonSchema.ts'

/** What the parts of a page's words are; their keys follow from the page, so the checker says which are missing or left over. */
const partHelp: Readonly<Record<string, string>> = {
  title: 'What the screen is called.',
  remark: 'A sentence under the title; optional.',
  noun: 'What one record is called: “New coupon”.',
  fields: 'By field: label, unit, help, placeholder, and options by value.',
  actions:
    'By action: title, confirm, yes, done, submit, refuse, and the fields of its form. Values of fields in braces: {order_no}.',
  related: 'By relation and field, for columns of other tables.',
  relations: 'By relation of many rows, for conditions that name it.',
  sections: 'Headings of the sections of the form, by name.',
  tabs: 'Tabs of the form, by name.',
  steps: 'Steps of the form, by name.',
  detail: 'Headings of the sections of a record, by name.',
  filters: 'Named filters of the list.',
  summary: 'Figures below the list.',
  sheets: 'What can be exported, by name.',
  empty: 'title and text of an empty list; optional.',
  check: 'What a record must fulfil, by the place of the rule: "0".',
  readOnly: 'Why the rows can only be read.',
  dashboard: 'cards, charts, lists and sections of a dashboard.',
}

/** words.schema.json: the words of a page, or shared ones, as JSON Schema: texts in any depth. */
export function wordsSchema(): Json {
  const words = { $ref: '#/$defs/words' }
  const parts = Object.entries(partHelp).map(([key, description]) => [key, { description, ...words }])
  return {
    $schema: draft,
    title: 'Kontor words',
    type: 'object',
    properties: { $schema: { type: 'string' }, ...Object.fromEntries(parts) },
    additionalProperties: words,
    $defs: {
      words: {
        anyOf: [
          { type: 'string', minLength: 1 },
          { type: 'object', additionalProperties: words },
        ],
      },
    },
  }
}
