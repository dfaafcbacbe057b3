/** A label or title of the catalogue in both languages. */
export interface Titled {
  name: string
  en: string
  zh: string
}

/** A row of the menu tree. */
export interface ListedMenu extends Titled {
  type: string
  nodes: string[]
}

/** A row of the table of actions. */
export interface ListedLook {
  /** The first column: `receive (order-receive, points receive)`. */
  action: string
  titles: { en: string; zh: string }[]
  icons: string[]
  severities: string[]
  /** It asks first: the last column says a text, and no form stands in for it. */
  confirms: boolean
}

/** The chapter of a catalogue under `# L.`, `# M.`, or a section under `## G1 `. */
export function chapterOf(text: string, name: string): string {
  const start = text.search(new RegExp(`^#+ ${name}`, 'm'))
  if (start < 0) throw new Error(`the catalogue has no chapter ${name}`)
  const rest = text.slice(start).replace(/^.*\n/, '')
  return rest.split(/^#/m)[0] ?? ''
}

/** The cells of the rows of a Markdown table, without its head. */
const rowsOf = (chapter: string) =>
  chapter
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )

/** The menu entries of `id | pid | type | name | title | 标题 | icon | buttons`. */
export function readMenu(chapter: string): ListedMenu[] {
  return rowsOf(chapter).map(([, , type = '', name = '', en = '', zh = '', , buttons = '']) => ({
    type,
    name,
    en,
    zh,
    nodes: buttons.startsWith('index') ? (buttons.split(' — ')[0] ?? '').split(' ') : [],
  }))
}

/** The rows of `action (node) | title / 标题 | icon | look | confirm`. */
export function readLooks(chapter: string): ListedLook[] {
  const list = (cell: string) => cell.split(', ').filter((each) => each !== '–')
  return rowsOf(chapter).map(([action = '', titles = '', icons = '', looks = '', confirm = '']) => ({
    action,
    titles: titles.split(', ').map((title) => {
      const [, en = '', zh = ''] = /^(.*?)(?: \/ | )(\P{ASCII}+)$/u.exec(title) ?? []
      return { en, zh }
    }),
    icons: list(icons),
    severities: list(looks),
    confirms: !confirm.startsWith('–'),
  }))
}

/**
 * Names with their labels: `blood Blood type/血型 · classify_id(s) Class/商品分类 · team_max, team_min Team size/队伍人数`. What a paragraph
 * says before a colon or after a full stop is no label, nor is what one screen says otherwise (`size Size/大小 (contestant: …)`).
 */
export function readLabels(text: string): Titled[] {
  return text.split(/ · |\n|, (?=[a-z_]+ [A-Z])/).flatMap((part) => {
    const plain = part
      .trim()
      .replace(/^[A-Z].*?: /, '')
      .replace(/\. [A-Z].*|\.$/, '')
      .replace(/ \([a-z]+: .*\)$/, '')
    const [, names = '', en = '', zh = ''] = /^([a-z][\w(), ]*?) ([A-Z].*?)\/(.*)$/.exec(plain) ?? []
    return names.split(', ').flatMap((name) => namesOf(name).map((each) => ({ name: each, en, zh })))
  })
}

/** `classify_id(s)` is two names. */
function namesOf(name: string): string[] {
  const [, one = '', plural] = /^(\w+?)(\(s\))?$/.exec(name) ?? []
  return one === '' ? [] : plural === undefined ? [one] : [one, `${one}s`]
}
