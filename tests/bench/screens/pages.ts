import { type ComparedForm, type ComparedList, type Content, forms, lists, optionLabels, options, optionTags } from './content.ts'

type Json = Record<string, unknown>
type Change = (json: Json) => void

/** The compared screens as pages of Kontor: changes of the product's files (see buildVariant). */
export function comparedPages(): Record<string, Change> {
  const menu = [...lists, ...forms].map(({ id }) => ({
    type: 'menu',
    name: `bench/${id}`,
    title: id,
    title_en: id,
    icon: 'pi pi-box',
    menu_type: 'tab',
    component: `bench/${id}`,
    keepalive: 1,
    buttons: ['index', 'add', 'edit', 'del'],
  }))
  const pages = [
    ...lists.map((list) => [list.id, pageOfList(list), wordsOf(list.id, list.columns)] as const),
    ...forms.map((form) => [form.id, pageOfForm(form), wordsOf(form.id, form.fields)] as const),
  ]
  const put = (what: Json): Change => {
    return (json) => void Object.assign(json, what)
  }
  const changes: Record<string, Change> = { 'menus/admin.json': (json) => void (json as unknown as object[]).push(...menu) }
  for (const [id, page, words] of pages)
    for (const [file, what] of [
      ['page', page],
      ['en', words],
      ['zh-cn', words],
    ] as const)
      changes[`pages/bench/${id}/${file}.json`] = put(what)
  return changes
}

function pageOfList({ id, columns }: ComparedList): Json {
  return {
    ...basics(id, columns),
    table: {
      columns: ['id', ...columns.map(({ name, kind }) => (kind === 'integer' ? { field: name, sortable: true } : name))],
      toolbar: ['refresh', 'add', 'columns'],
      row: ['edit', 'delete'],
      bulk: ['delete'],
    },
    form: { size: 'dialog', fields: columns.slice(0, 10).map(({ name }) => name) },
  }
}

function pageOfForm({ id, fields }: ComparedForm): Json {
  return {
    ...basics(id, fields),
    table: { columns: ['id', 'f0', 'f1'], toolbar: ['refresh', 'add'], row: ['edit', 'delete'], bulk: ['delete'] },
    form: { size: 'dialog', fields: fields.map(({ name }) => name) },
  }
}

function basics(id: string, fields: readonly Content[]): Json {
  return {
    version: 1,
    kind: 'crud',
    entity: { table: `bench_${id}`, history: false, sort: [['id', 'desc']], unindexedBecause: 'a table of the benchmark' },
    fields: Object.fromEntries(fields.map((field) => [field.name, fieldOf(field)])),
  }
}

function fieldOf({ kind, required, help, requiredBy }: Content): Json {
  return {
    kind,
    ...(kind === 'string' ? { maxLength: 60 } : {}),
    ...(kind === 'select' ? { options: options.map((value, i) => ({ value, tag: optionTags[i] })) } : {}),
    ...(required ? { required } : {}),
    ...(help ? { help } : {}),
    ...(requiredBy ? { when: { required: { [requiredBy]: 1 } } } : {}),
  }
}

function wordsOf(title: string, fields: readonly Content[]): Json {
  const named = Object.fromEntries(options.map((value, i) => [String(value), optionLabels[i]]))
  const words = ({ label, kind, help }: Content) => ({
    label,
    ...(kind === 'select' ? { options: named } : {}),
    ...(help ? { help: 'A hint below the field' } : {}),
  })
  return { title, noun: 'record', fields: Object.fromEntries(fields.map((field) => [field.name, words(field)])) }
}
