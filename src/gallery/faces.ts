import { assetUrl, shownZone } from '../renderers/asset.ts'
import type { CellEnvironment, FieldRenderer, FormContext, OptionsPage, OptionsRequest } from '../renderers/define.ts'
import { fields as controls } from '../renderers/fields/index.ts'
import { checkForm } from '../renderers/form/check.ts'
import { createForm, type FormModel } from '../runtime/form/form.ts'
import type { Params } from '../runtime/i18n/words.ts'
import { iconName } from '../schemas/buildadmin/icons.ts'
import type { Field } from '../schemas/field.ts'
import type { Page } from '../schemas/language/page.ts'
import { type FieldState, fieldIn, valueIn } from './page.ts'

/** The words of the gallery in one language: its own, then the shared ones. */
export interface GalleryWords {
  lang: string
  t(key: string, params?: Params): string
  find(key: string): string | undefined
}

/** Rows that remote fields of the gallery offer; pages of ten. */
const rows = Array.from({ length: 35 }, (_, i) => ({ value: i + 1, label: `No. ${i + 1}` }))

/** A piece of the table of regions, as the server would give it. */
const regions: Record<string, [number, string][]> = {
  '': [[330_000, '浙江省']],
  '330000': [[330_100, '杭州市']],
  '330100': [[330_106, '西湖区']],
}
const regionName = (code: number) =>
  Object.values(regions)
    .flat()
    .find(([known]) => known === code)?.[1] ?? String(code)

const areas: FormContext['areas'] = {
  inside: async (codes) => (regions[String(codes.at(-1) ?? '')] ?? []).map(([value, label]) => ({ value, label })),
  names: async (codes) => codes.map(regionName),
  known: (codes) => codes.map(regionName),
}

async function options(_field: string, { search, page, limit, values }: OptionsRequest): Promise<OptionsPage> {
  const found = values ? rows.filter((row) => values.includes(row.value)) : rows.filter((row) => row.label.includes(search))
  return { list: found.slice((page - 1) * limit, page * limit), total: found.length }
}

/** The form of one field in one state, over the product's own form model; what is wrong with it is said as if it had been sent. */
export function createFormContext(page: Page, field: Field, state: FieldState, words: GalleryWords): FormContext {
  const shown = fieldIn(state, field)
  const model = createForm({
    action: 'gallery',
    ids: [],
    mode: 'add',
    fields: [shown],
    sections: [{ name: '', fields: [shown.name] }],
    actor: () => ({ selfId: 1, now: Math.floor(Date.now() / 1000) }),
    id: () => 'gallery',
    send: () => Promise.resolve({}),
  })
  const value = valueIn(state, shown)
  if (value !== undefined) model.set(shown.name, value)
  const label = words.t(`fields.${shown.name}.label`)
  if (state === 'wrong') {
    for (const { path, error } of checkForm([shown], model.state.values, model.state.fields, { sight: model.sight() })) {
      const inner = path.length > 2 ? words.t(`fields.${path[0]}.fields.${path[2]}.label`) : label
      model.state.errors[path.join('.')] = words.t(`validate.${error.code}`, { ...error.params, label: inner })
    }
  }
  return faceWith(page, model, words)
}

/** What the fields of a form of the gallery share. */
export function faceWith(page: Page, model: FormModel, words: GalleryWords, lookup?: FormContext['lookup']): FormContext {
  return {
    page,
    model,
    t: words.t,
    word: words.find,
    wordsAt: (name) => `fields.${name}`,
    control: (kind) => controls[kind as keyof typeof controls] as FieldRenderer,
    submit: () => model.submit(),
    options,
    asset: (address) => assetUrl(address),
    zone: shownZone({ timeZone: '' }),
    lang: words.lang,
    areas,
    editor: true,
    lookup: lookup,
  }
}

/** What the cells of the gallery share. */
export function cellEnvironment(words: GalleryWords): CellEnvironment {
  return {
    t: words.t,
    word: words.find,
    lang: words.lang,
    zone: shownZone({ timeZone: '' }),
    asset: (address) => assetUrl(address),
    areas,
    editor: true,
    iconClass: (name) => `k-icon pi pi-${iconName(name)}`,
    canSwitch: () => true,
  }
}
