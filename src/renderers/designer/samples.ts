import type { Runtime } from '../../runtime/app/runtime.ts'
import { createForm } from '../../runtime/form/form.ts'
import type { Params } from '../../runtime/i18n/words.ts'
import type { Field } from '../../schemas/field.ts'
import { kindOf } from '../../schemas/kinds/index.ts'
import type { Page } from '../../schemas/language/page.ts'
import { encodeValue } from '../../schemas/language/wire/codec.ts'
import { assetUrl, shownZone } from '../asset.ts'
import type { CellEnvironment, FieldRenderer, FormContext, OptionsPage, Row } from '../define.ts'
import { fields as controls } from '../fields/index.ts'

/** The words of a draft, and the shared ones. */
export interface SampleWords {
  t(key: string, params?: Params): string
  find(key: string, params?: Params): string | undefined
}

const rowCount = 5

/** Rows of samples by the fields' kinds, one hop away too. */
export function sampleRows(page: Page): Row[] {
  return Array.from({ length: rowCount }, (_, n) => ({
    ...rowOf(page.fields, n),
    ...rowOf(page.entity.fields, n),
    [page.entity.key ?? 'id']: n + 1,
    ...Object.fromEntries(Object.entries(page.related).map(([relation, fields]) => [relation, rowOf(fields, n)])),
  }))
}

function rowOf(fields: Readonly<Record<string, Field>>, n: number): Row {
  const values: Record<string, unknown> = {}
  for (const field of Object.values(fields)) {
    if (field.secret) continue
    const value = sampleOf(field, n)
    values[field.name] = value
    // What a lookup shows beside the key of a row.
    if (field.page !== undefined || field.table !== undefined) values[`${field.name}_text`] = `No. ${n + 1}`
  }
  return values
}

function sampleOf(field: Field, n: number): unknown {
  try {
    return encodeValue(field, kindOf(field).sample(field, n))
  } catch {
    return null
  }
}

/** What the cells of the preview share: nothing can be changed in it. */
export function cellEnvOf(runtime: Runtime, words: SampleWords): CellEnvironment {
  const { cdnUrl, version, timeZone } = runtime.stores.siteConfig
  return {
    t: words.t,
    word: words.find,
    lang: runtime.words.lang(),
    zone: shownZone({ timeZone }),
    areas: runtime.areas,
    editor: false,
    asset: (value) => assetUrl(value, { cdnUrl, version }),
    iconClass: (name) => `k-icon pi pi-${name.replace(/^.*pi-/, '')}`,
    canSwitch: () => false,
  }
}

/** Choices of a field that names rows. */
const choices: OptionsPage = {
  list: Array.from({ length: 5 }, (_, i) => ({ value: i + 1, label: `No. ${i + 1}` })),
  total: 5,
}

/** The form of a new record over the product's own form model; it saves nothing. */
export function formOf(runtime: Runtime, page: Page, words: SampleWords): FormContext {
  const names = page.form.sections.flatMap(({ fields }) => fields)
  const model = createForm({
    action: 'add',
    ids: [],
    mode: 'add',
    fields: names.flatMap((name) => page.fields[name] ?? []),
    sections: page.form.sections,
    actor: () => ({ selfId: 0, now: Math.floor(Date.now() / 1000) }),
    id: () => 'preview',
    send: () => Promise.resolve({}),
  })
  const env = cellEnvOf(runtime, words)
  return {
    page,
    model,
    t: words.t,
    word: words.find,
    wordsAt: (name) => `fields.${name}`,
    control: (kind) => (controls as Readonly<Record<string, FieldRenderer>>)[kind] ?? controls.json,
    submit: () => Promise.resolve(false),
    options: () => Promise.resolve(choices),
    asset: env.asset,
    zone: env.zone,
    lang: env.lang,
    areas: runtime.areas,
    editor: false,
  }
}
