import { abbreviations, capitals } from './abbreviations.ts'

/** `LoginPwd` → `Login_Pwd`: rules over names know words by the `_` between them. */
export function snake(name: string): string {
  return name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').replaceAll(' ', '_')
}

/** The words of a name: `unitPrice`, `unit_price` → unit, price. */
function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}

/** `cust_no` → `Customer number`. Short words are written out, initials stay; the first letter is large. */
export function humanise(name: string): string {
  return sentence(wordsOf(name).map((word) => (isInitials(word, name) ? word.toUpperCase() : word)))
}

/** `MRN`: written in capitals, and no vowel makes it a word. */
function isInitials(word: string, name: string): boolean {
  return /^[b-df-hj-np-tv-xz]{2,5}$/.test(word) && !abbreviations.has(word) && name.includes(word.toUpperCase())
}

/** What a foreign key is called: the row it points at, `customer_id` → `Customer`. */
export function pointed(name: string): string {
  const words = wordsOf(name)
  const last = words.at(-1) ?? ''
  return sentence(words.length > 1 && ['id', 'fk', 'key', 'code', 'no'].includes(last) ? words.slice(0, -1) : words)
}

/** The name of a table without its schema: `stock.items` → items. */
export function bareName(table: string): string {
  return table.slice(table.indexOf('.') + 1)
}

/** The schema of a table by its name. */
export function schemaOf(table: string): string {
  return table.includes('.') ? table.slice(0, table.indexOf('.')) : 'public'
}

/** Title of the list of a table, in the plural, and the noun of one of its rows: `order_details` → Order details, order detail. */
export function tableWords(name: string): { title: string; noun: string } {
  const words = wordsOf(bareName(name).replace(/^(?:tbl|tb|t)_(?=.)/i, ''))
  const last = words.at(-1) ?? ''
  const one = [...words.slice(0, -1), singular(last)]
  const noun = sentence(one)
  return { title: sentence([...words.slice(0, -1), plural(singular(last))]), noun: noun.charAt(0).toLowerCase() + noun.slice(1) }
}

function sentence(words: readonly string[]): string {
  const written = (word: string, i: number) => {
    // `order_no` has a number, `no_show` has none.
    if (word === 'no' && i === 0 && words.length > 1) return word
    return capitals.has(word) ? word.toUpperCase() : (abbreviations.get(word) ?? word)
  }
  const text = words.map(written).join(' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const irregular: readonly (readonly [string, string])[] = [
  ['person', 'people'],
  ['child', 'children'],
  ['man', 'men'],
  ['woman', 'women'],
  ['movie', 'movies'],
  ['cookie', 'cookies'],
  ['tie', 'ties'],
  ['bus', 'buses'],
  ['quiz', 'quizzes'],
  ['shelf', 'shelves'],
  ['leaf', 'leaves'],
  ['index', 'indexes'],
]
const unchanged: ReadonlySet<string> = new Set(
  'data media news series species staff info information equipment feedback history inventory stock metadata money status today yesterday tomorrow'.split(
    ' ',
  ),
)

/** `categories` → `category`. What is no plural stays. */
export function singular(word: string): string {
  const found = irregular.find(([, many]) => many === word)
  if (found) return found[0]
  if (unchanged.has(word) || /(?:ss|us|is)$/.test(word)) return word
  if (/[^aeiou]ies$/.test(word)) return word.replace(/ies$/, 'y')
  if (/(?:ss|sh|ch|x|zz)es$/.test(word) || /(?:stat|bon|vir|cens|foc|camp)uses$/.test(word)) return word.slice(0, -2)
  return word.length > 2 && word.endsWith('s') ? word.slice(0, -1) : word
}

/** `category` → `categories`. */
export function plural(word: string): string {
  const full = abbreviations.get(word) ?? word
  const found = irregular.find(([one]) => one === full)
  if (found) return found[1]
  if (unchanged.has(full) && full !== 'status') return full
  if (/[^aeiou]y$/.test(full)) return full.replace(/y$/, 'ies')
  if (/[^\p{Script=Latin}]$/u.test(full)) return full
  if (/[^aeiou]sis$/.test(full) || /(?:oasis|basis|crisis|analysis|thesis|diagnosis|prognosis|synopsis)$/.test(full))
    return full.replace(/is$/, 'es')
  return /(?:s|sh|ch|x|z)$/.test(full) ? `${full}es` : `${full}s`
}
