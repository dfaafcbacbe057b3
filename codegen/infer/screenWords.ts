import { readComment } from '../introspect/comment.ts'
import type { TableFacts } from '../introspect/facts.ts'
import { englishOf } from './meaning.ts'
import { humanise, pointed, tableWords } from './naming/names.ts'
import type { ColumnPlan, Join } from './plan.ts'
import type { Child } from './relations.ts'

/** What words are made of. */
export interface WordPlan {
  table: TableFacts
  columns: readonly ColumnPlan[]
  readOnly: string | null
  joins: readonly Join[]
  relations: ReadonlyMap<string, string>
  children: readonly Child[]
}

type Words = Record<string, unknown>

/** The words of a screen: English from names, Chinese from comments, or else the English. */
export function wordsOf(plan: WordPlan): { 'zh-cn': Words; en: Words } {
  return { 'zh-cn': wordsIn(plan, true), en: wordsIn(plan, false) }
}

/** Title and noun of a table. */
export function titleOf(table: TableFacts, chinese: boolean): { title: string; noun: string } {
  const told = readComment(table.comment).title
  const own = tableWords(table.name)
  if (told && chinese) return { title: told, noun: told }
  if (isLabel(told)) return { title: told, noun: own.noun || told }
  return { title: own.title || humanise(table.name) || table.name, noun: own.noun || table.name }
}

function wordsIn(plan: WordPlan, chinese: boolean): Words {
  const { table, columns, joins, children, readOnly } = plan
  const related = relatedWords(plan, chinese)
  return {
    ...titleOf(table, chinese),
    ...(readOnly === 'unreadableColumn'
      ? {
          readOnly: {
            unreadableColumn: chinese
              ? '此表有必填的列无法在此录入，只能查看。'
              : 'A required column of this table cannot be entered here: its rows can only be read.',
          },
        }
      : {}),
    fields: Object.fromEntries([
      ...columns.map((p) => [p.column.name, { ...fieldWords(p, chinese), label: labelAmong(columns, p, chinese) }]),
      ...joins.flatMap(({ field, other }) => {
        const label = tableWords(other.table).title
        return [field, `${field}_names`].map((name) => [name, { label }])
      }),
    ]),
    ...(Object.keys(related).length > 0 ? { related } : {}),
    ...(children.length > 0
      ? {
          detail: Object.fromEntries([['base', chinese ? '基本信息' : 'Details'], ...children.map((c) => [c.relation, c.title])]),
        }
      : {}),
  }
}

/** A column of another table is called by what it is of. */
function relatedWords({ columns, relations, children }: WordPlan, chinese: boolean): Words {
  const ones = columns.flatMap((p) => {
    const relation = relations.get(p.column.name)
    if (!p.remote || relation === undefined) return []
    const label = labelOf(p, chinese)
    const names = [p.remote.show, ...(p.remote.secondary ? [p.remote.secondary] : [])]
    return [[relation, Object.fromEntries(names.map((name) => [name, { label }]))] as const]
  })
  const many = children
    .filter(({ own }) => own.length > 0)
    .map((c) => {
      const shown = c.own.filter(({ column }) => c.columns.includes(column.name))
      return [c.relation, Object.fromEntries(shown.map((p) => [p.column.name, fieldWords(p, chinese)]))] as const
    })
  return Object.fromEntries([...ones, ...many])
}

/** The label of a column. */
export function labelOf(plan: ColumnPlan, chinese: boolean): string {
  const told = plan.comment.title
  if (told && told.length <= 40 && (chinese || isLabel(told))) return told
  return (plan.remote ? pointed(plan.column.name) : humanise(plan.column.name)) || plan.column.name
}

/** The label of a column; with its name where another one of the form is called the same. */
function labelAmong(columns: readonly ColumnPlan[], plan: ColumnPlan, chinese: boolean): string {
  const label = labelOf(plan, chinese)
  const isAlone = columns.every((each) => each === plan || labelOf(each, chinese) !== label)
  if (isAlone) return label
  return /\p{Script=Han}$/u.test(label) ? `${label}（${plan.column.name}）` : `${label} (${plan.column.name})`
}

/** Is a comment a name in Latin letters, as labels are, and no sentence? */
function isLabel(comment: string): boolean {
  return /^[A-Z][ -~À-ɏ]{1,39}$/.test(comment) && comment.split(' ').length <= 4 && !/[.;!?]/.test(comment)
}

function fieldWords(plan: ColumnPlan, chinese: boolean): Words {
  const label = labelOf(plan, chinese)
  if (!plan.options) return { label }
  const options = plan.options.map(({ value, label: told }) => [String(value), optionText(String(value), told, label, chinese)])
  return { label, options: Object.fromEntries(options) }
}

function optionText(value: string, told: string | undefined, label: string, chinese: boolean): string {
  if (told === undefined) return spoken(value)
  if (chinese || /^[ -~]*$/.test(told)) return told
  return englishOf(told) ?? (isWord(value) ? spoken(value) : `${label} ${value}`)
}

function isWord(value: string): boolean {
  return /^[a-z][a-z0-9]*(?:[_ -][a-z0-9]+)*$/.test(value) && value.length > 2
}

/** `in_transit` → `In transit`; codes in capitals, and what is no word, stay. */
function spoken(value: string): string {
  return isWord(value) ? humanise(value) : value || '–'
}
