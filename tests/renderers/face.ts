import { assetUrl } from '../../src/renderers/asset.ts'
import type { CellEnvironment, FieldRenderer, FormContext } from '../../src/renderers/define.ts'
import { fields as controls } from '../../src/renderers/fields/index.ts'
import { createForm } from '../../src/runtime/form/form.ts'
import type { Field } from '../../src/schemas/field.ts'
import { kindOf } from '../../src/schemas/kinds/index.ts'
import type { Issue } from '../../src/schemas/language/issue.ts'
import type { Column } from '../../src/schemas/language/list/table.ts'
import type { Page } from '../../src/schemas/language/page.ts'
import { parsePage } from '../../src/schemas/language/parsePage.ts'

/** What a field of each kind needs beside its kind to be a valid one. */
export const needed: Readonly<Record<string, Record<string, unknown>>> = {
  password: { secret: true },
  code: { event: 'user_change_email' },
  select: {
    options: [
      { value: 1, tag: 'success' },
      { value: 2, tag: 'info' },
    ],
  },
  radio: { options: [{ value: 'a' }, { value: 'b' }] },
  checkbox: { options: [{ value: 1 }, { value: 2 }, { value: 3 }] },
  multiselect: { options: [{ value: 'x' }, { value: 'y' }] },
  remoteSelect: { table: 'other', show: 'name' },
  remoteMultiSelect: { table: 'other', show: 'name' },
  subtable: {
    fields: { name: { kind: 'string', readOnly: true }, quantity: { kind: 'integer', min: 1, max: 9, required: true } },
  },
}

/** A page with one field `it` of a kind, parsed by the language's own parser; settings are added to the field. */
export function pageOf(kind: string, settings: Record<string, unknown> = {}): Page {
  const issues: Issue[] = []
  const json = {
    version: 1,
    kind: 'crud',
    entity: { table: 'thing' },
    fields: { it: { kind, ...needed[kind], ...settings } },
    form: { fields: ['it'] },
  }
  const page = parsePage('things', json, () => undefined, issues)
  if (!page || issues.length > 0) throw new Error(JSON.stringify(issues))
  return page
}

/** The field `it` of such a page. */
export function fieldOf(kind: string, settings: Record<string, unknown> = {}): Field {
  const field = pageOf(kind, settings).fields.it
  if (!field) throw new Error(`no field of kind ${kind}`)
  return field
}

/** A column for the field `it` drawn by a cell. */
export function columnOf(cell: string): Column {
  return { field: 'it', cell, sortable: false, hidden: false, secondary: [], copy: false }
}

/** The environment of a list: words are their own keys, times are shown in Shanghai. */
export const env: CellEnvironment = {
  t: (key, params) => (params ? `${key} ${JSON.stringify(params)}` : key),
  word: () => undefined,
  lang: 'zh-cn',
  zone: 'Asia/Shanghai',
  asset: (value) => assetUrl(value),
  areas: {
    inside: () => Promise.resolve([{ value: 330_000, label: '浙江省' }]),
    names: (codes) => Promise.resolve(codes.map(String)),
    known: () => undefined,
  },
  editor: true,
  iconClass: (name) => `pi pi-${name}`,
  canSwitch: () => true,
}

/** What the fields of a form share, over a real form model. */
export function createFormContext(page: Page): FormContext {
  const fields = page.form.sections
    .flatMap((s) => s.fields.map((name) => page.fields[name]))
    .filter((field): field is Field => field !== undefined)
  const model = createForm({
    action: 'add',
    ids: [],
    mode: 'add',
    fields,
    sections: page.form.sections,
    actor: () => ({ selfId: 1, now: 1_770_000_000 }),
    id: () => 'attempt',
    send: () => Promise.resolve({}),
  })
  return {
    page,
    model,
    t: (key) => key,
    word: (key) => key,
    wordsAt: (field) => `fields.${field}`,
    control: (kind) => (controls as Record<string, FieldRenderer>)[kind] as FieldRenderer,
    submit: () => model.submit(),
    options: () => Promise.resolve({ list: [{ value: 1, label: 'One' }], total: 1 }),
    asset: env.asset,
    zone: 'Asia/Shanghai',
    lang: 'zh-cn',
    areas: env.areas,
    editor: true,
  }
}

/** A sample of a kind, or rows for subtables, whose sample is empty. */
export function sampleOf(field: Field, n: number): unknown {
  return field.kind === 'subtable' ? [{ name: `Line ${n}`, quantity: 1 + (n % 9) }] : kindOf(field).sample(field, n)
}
