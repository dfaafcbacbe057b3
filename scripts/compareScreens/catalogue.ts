/** Where a screen has its buttons; `actions` where the catalogue does not say. */
export const buttonPlaces = ['toolbar', 'row', 'bulk', 'actions'] as const
export type ButtonPlace = (typeof buttonPlaces)[number]

/** A button that the catalogue lists, and its node where one is named. */
export interface ListedAction {
  name: string
  node: string | null
  place: ButtonPlace
}

/** What a catalogue of screens lists for one of them: `### id — Title / 标题` and a list of `- key: text`. */
export interface Listed {
  id: string
  fields: string[]
  columns: string[]
  search: string[]
  actions: ListedAction[]
  nodes: string[]
}

/** One `- key: text` of a screen, with its indented lines. */
interface Entry {
  key: string
  text: string
}

/** The screens of a catalogue in Markdown, in its order. */
export function readScreens(text: string): Listed[] {
  return text
    .split(/^### /m)
    .slice(1)
    .flatMap((block) => {
      const id = /^([a-z][\w/]*) — /.exec(block)?.[1]
      return id === undefined ? [] : [{ id, ...listsOf(entriesOf(block.split(/^(?:#+ |---)/m)[0] ?? '')) }]
    })
}

function entriesOf(block: string): Entry[] {
  return block
    .split(/^- /m)
    .slice(1)
    .flatMap((item) => {
      const [, key = '', text = ''] = /^([^:\n]*):([\s\S]*)$/.exec(item) ?? []
      return key === '' ? [] : [{ key: key.replaceAll('*', ''), text }]
    })
}

function listsOf(entries: readonly Entry[]): Omit<Listed, 'id'> {
  const textOf = (pattern: RegExp) =>
    entries
      .filter(({ key }) => pattern.test(key))
      .map(({ text }) => text)
      .join('\n')
  const buttons = entries.filter(({ key }) => buttonKeys.test(key))
  const [search = '', quick = ''] = textOf(/^(?:columns, )?search/).split(/\bquick: /)
  return {
    fields: unique([...fieldsOf(textOf(fieldKeys)), ...buttons.flatMap(({ text }) => formFieldsOf(text))]),
    columns: namesOf(textOf(/^columns/)).flatMap((name) => (name === 'times' ? ['update_time', 'create_time'] : [name])),
    search: unique([...namesOf(search), ...namesOf(quick.split(';')[0] ?? '')]),
    actions: buttons.flatMap(({ key, text }) =>
      actionsOf(text, buttonPlaces.find((place) => key.startsWith(place)) ?? 'actions'),
    ),
    nodes: nodesOf(textOf(/^nodes/)),
  }
}

const buttonKeys = /^(?:toolbar|row|bulk|actions)\b/

/** Keys of a screen that list fields: `fields (tab Base)`, `ro`, `deliver form`, `group \`basics\` Basics/基础`. */
const fieldKeys = /^(?!effect)(?:.*[ -])?(?:fields|form|dialog|ro)\b|^group |^`/

const unique = <T>(list: readonly T[]): T[] => [...new Set(list)]

/** Names in backticks, without nodes and what stands before an equals sign or a dot. */
const fieldsOf = (text: string) => [...text.matchAll(/(?<!node |the )`([a-z]\w*)`/g)].map(([, name = '']) => name)

/** Fields of the form of an action: `deliver — node \`delivery\`, form \`company_id\` remoteSelect`. */
const formFieldsOf = (text: string) =>
  text
    .split('\n')
    .flatMap((line) => line.split(/\bform\b/).slice(1))
    .flatMap((part) => fieldsOf(part.split('->')[0] ?? ''))

/** The text without parentheses and braces, and what is in them. */
function flat(text: string): string {
  let rest = text
  while (/\([^()]*\)|\{[^{}]*\}|[“"][^”"]*[”"]/.test(rest)) rest = rest.replace(/\([^()]*\)|\{[^{}]*\}|[“"][^”"]*[”"]/g, '')
  return rest
}

/** Names at the start of each part of a list. */
function namesOf(line: string): string[] {
  const parts = flat(line).split(/[,;/]/)
  return unique(parts.map((part) => /^\s*`?([a-z][\w.]*)/.exec(part)?.[1] ?? '').filter((name) => name !== ''))
}

/** What `std` stands for in a list. */
const standard = {
  nodes: ['index', 'add', 'edit', 'del'],
  toolbar: ['refresh', 'add', 'edit', 'delete', 'search', 'quick search', 'columns', 'density'],
  row: ['edit', 'delete'],
  bulk: ['delete'],
  actions: [],
}

function nodesOf(line: string): string[] {
  return flat(line)
    .split(/[,+;.\n]/)
    .map((part) => part.trim().replaceAll('`', ''))
    .flatMap((name) => (name === 'std' ? standard.nodes : /^[a-zA-Z][\w-]*$/.test(name) ? [name] : []))
}

/** Buttons of a list: parts between commas, semicolons and bullets, each a word with, perhaps, its node. */
function actionsOf(text: string, place: ButtonPlace): ListedAction[] {
  const whole = text.replaceAll(/\n {2}- /g, '\n; ')
  const nodes = new Map(
    [...whole.matchAll(/([a-zA-Z][\w/ ]*?)(?: \{[^{}]*\})? ?(?:—|\()[^;\n]*?\bnode `?([\w-]+)/g)].map(
      ([, name = '', node = '']) => [name.trim(), node],
    ),
  )
  const parts = flat(whole)
    .split(';')
    .flatMap((item) => (item.split(' — ')[0] ?? '').split(/,| \+ |\//))
    .map((part) =>
      part
        .replaceAll(/[*`]|\[fixed\]/g, '')
        .replaceAll(/ +/g, ' ')
        .trim(),
    )
  return unique(parts.flatMap((name) => (name === 'std' ? standard[place] : /^[a-z]/.test(name) ? [name] : []))).map((name) => ({
    name,
    node: nodes.get(name) ?? null,
    place,
  }))
}
