import { buildAdminIcon } from '../../../schemas/buildadmin/icons.ts'
import { type FormItem, itemActions } from '../../../schemas/language/items/items.ts'
import type { Page } from '../../../schemas/language/page.ts'
import { withWords } from '../../form/items.ts'
import type { FormParts, LoadedPage } from '../../page.ts'
import type { Row } from '../../rows.ts'
import { asRow } from '../../rows.ts'
import { answerOf, answerWith, type Calls, type Maker } from './calls.ts'
import { addItemThere, fieldOfItem } from './configItems.ts'
import { plainText, withPlainTexts } from './texts.ts'

/** The configuration screen: its groups, items and kinds are that server's (protocol 1.11). */
export function configPage(page: Page): Page {
  const { testMail } = page.actions
  return {
    ...page,
    actions: {
      ...page.actions,
      ...addItemThere(page),
      // That server has no node for it.
      ...(testMail ? { testMail: { ...testMail, node: 'edit' } } : {}),
    },
  }
}

/** The words of a kind, by that server's name of it. */
export function configWords(key: string): readonly string[] {
  const [, options = '', kind = ''] = /^(.*\.fields\.type\.options\.)(.+)$/.exec(key) ?? []
  if (kind === 'editor') return [`${options}richtext`]
  if (kind === 'selects') return [`${options}multiselect`]
  return kind.startsWith('remoteSelect') ? [`ui.wire.${kind}`] : []
}

/** The form that an answer of `index` describes: groups as tabs, items as fields, with the names of those that may be deleted. */
export function configForm(base: LoadedPage, answer: Row): { parts: FormParts; row: Row } {
  const groups = groupsOf(answer)
  const items = groups.flatMap(({ list }) => list)
  const fields = Object.fromEntries(items.map((item) => [String(item.name), fieldOfItem(base.page, item)]))
  const sections = groups.flatMap(({ name, list }) =>
    list.length > 0 ? [{ name: '', fields: list.map((item) => String(item.name)), tab: name }] : [],
  )
  const words: Record<string, string> = {}
  for (const { name, title } of groups) words[`tabs.${name}`] = title
  for (const item of items) {
    const at = `fields.${String(item.name)}`
    words[`${at}.label`] = plainText(String(item.title))
    words[`${at}.help`] = plainText(String(item.tip ?? ''))
    for (const [value, label] of Object.entries(asRow(item.content))) words[`${at}.options.${value}`] = plainText(String(label))
  }
  const page = { ...base.page, fields, form: { ...base.page.form, sections } }
  const row = Object.fromEntries(
    items.flatMap((item) => (fields[String(item.name)]?.secret ? [] : [[String(item.name), valueIn(item)]])),
  )
  const own = groups.flatMap(({ name, list }) =>
    list.flatMap((item): FormItem[] => {
      const field = fields[String(item.name)]
      return Number(item.allow_del) === 1 && field ? [{ id: Number(item.id), group: name, field, words: {} }] : []
    }),
  )
  return { parts: { page, loaded: withWords(base, page, words), items: own, groups: [] }, row }
}

interface Group {
  name: string
  title: string
  list: readonly Row[]
}

function groupsOf(answer: Row): Group[] {
  return Object.values(asRow(answer.list)).map((group) => {
    const { name, title, list } = asRow(group)
    return { name: String(name), title: plainText(String(title)), list: Array.isArray(list) ? list.map(asRow) : [] }
  })
}

/** Rich text comes as it is; every other value is text of people. */
function valueIn({ type, value }: Row): unknown {
  return type === 'editor' ? value : withPlainTexts(value, new Set())
}

/** What a new item says when nothing was entered; that server needs every member. */
const blankItem = {
  group: '',
  weigh: 0,
  content: '',
  name: '',
  title: '',
  type: '',
  tip: '',
  rule: [],
  extend: '',
  inputExtend: '',
}

/** The calls of the configuration screen. */
export function config({ http, at }: Maker): Calls {
  /** The last answer of `index`. */
  let known: Row = {}
  const read = async (params: Row, options: object | undefined) => {
    const answer = await http.get(at('index'), params, options)
    known = asRow(answer.data)
    return answer
  }
  const types = () => new Map(groupsOf(known).flatMap(({ list }) => list.map((item) => [String(item.name), String(item.type)])))
  return {
    get: {
      async index({ select, quickSearch, initValue, ...params }, options) {
        if (!select) return read(params, options)
        const answer = await read({}, options)
        return answerWith(answer, { options: groupChoices(asRow(answer.data), quickSearch, initValue) })
      },
      testMail: async () => answerOf(http, { row: {}, values: {} }),
    },
    post: {
      edit(body, options) {
        const kinds = types()
        const values = Object.entries(body).map(([name, value]) => [name, valueThere(value, kinds.get(name))])
        return http.post(at('edit'), Object.fromEntries(values), options)
      },
      [itemActions.add]: (body, options) => http.post(at('add'), { ...blankItem, ...body }, options),
      add: (body, options) => http.post(at('add'), { ...blankItem, ...body }, options),
      async testMail({ test_mail, entered }, options) {
        const mail = { ...mailItems(known), ...within(asRow(entered), mailItems(known)) }
        const answer = await http.post(at('sendTestMail'), { ...mail, testMail: test_mail }, options)
        return answerWith(answer, { sent: answer.msg })
      },
    },
  }
}

/** Its server cannot keep nothing (null), and draws icons of its own client. */
function valueThere(value: unknown, type: string | undefined): unknown {
  if (value === null) return ''
  return type === 'icon' && typeof value === 'string' ? buildAdminIcon(value) : value
}

function groupChoices(answer: Row, quickSearch: unknown, initValue: unknown): object[] {
  const wanted = Array.isArray(initValue) ? initValue.map(String) : []
  const text = String(quickSearch ?? '').toLowerCase()
  return Object.entries(asRow(answer.configGroup))
    .map(([id, title]) => ({ id, name: String(title) }))
    .filter(({ id, name }) => name.toLowerCase().includes(text) && (wanted.length === 0 || wanted.includes(id)))
}

/** Names and values of the group that says how mail is sent. */
function mailItems(answer: Row): Row {
  const mail = groupsOf(answer).find(({ list }) => list.some(({ name }) => name === 'smtp_server'))
  return Object.fromEntries((mail?.list ?? []).map((item) => [String(item.name), item.value]))
}

/** The values of the names that another object has. */
function within(values: Row, names: Row): Row {
  return Object.fromEntries(Object.entries(values).filter(([name]) => Object.hasOwn(names, name)))
}
