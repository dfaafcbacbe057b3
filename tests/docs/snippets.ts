import { readFile } from 'node:fs/promises'

/** A fenced block of a document: its language, what its first line says besides, and where it is. */
export interface Snippet {
  language: string
  /** `title=pages/x.json` as `{ title: 'pages/x.json' }`; a word alone is `true`. */
  options: Readonly<Record<string, string | true>>
  text: string
  /** `docs/guide.md:12`, for messages. */
  place: string
  /** The heading of the second level that it is below. */
  chapter: string
}

/** A span of code in the text of a document. */
export interface Span {
  text: string
  place: string
}

/** A document: its fenced blocks in order, and what its text has in backticks. */
export interface Document {
  snippets: Snippet[]
  spans: Span[]
}

/** Reads a Markdown document. Throws where a fence is not closed, which would hide everything behind it. */
export async function readDocument(path: string): Promise<Document> {
  const lines = (await readFile(path, 'utf8')).split('\n')
  const snippets: Snippet[] = []
  const prose: string[] = []
  let chapter = ''
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] ?? ''
    const opens = /^( *)```(\w+)(.*)$/.exec(line)
    if (!opens) {
      chapter = /^## (.+)$/.exec(line)?.[1] ?? chapter
      prose.push(line)
      continue
    }
    const [, indent = '', language = '', info = ''] = opens
    const end = lines.findIndex((each, at) => at > i && each === `${indent}\`\`\``)
    if (end < 0) throw new Error(`${path}:${i + 1}: this fence is not closed`)
    const body = lines.slice(i + 1, end).map((each) => each.slice(indent.length))
    snippets.push({ language, options: optionsOf(info), text: `${body.join('\n')}\n`, place: `${path}:${i + 1}`, chapter })
    prose.push(...lines.slice(i, end + 1).map(() => ''))
    i = end
  }
  return { snippets, spans: spansOf(prose.join('\n'), path) }
}

function optionsOf(info: string): Snippet['options'] {
  const words = info.match(/[\w-]+(?:=(?:"[^"]*"|\S+))?/g) ?? []
  return Object.fromEntries(
    words.map((word) => {
      const [name = '', ...value] = word.split('=')
      return [name, value.length === 0 ? true : value.join('=').replace(/^"|"$/g, '')]
    }),
  )
}

function spansOf(prose: string, path: string): Span[] {
  return [...prose.matchAll(/`([^`]+)`/g)].map((m) => ({
    text: (m[1] ?? '').replace(/\s+/g, ' '),
    place: `${path}:${prose.slice(0, m.index).split('\n').length}`,
  }))
}

/**
 * Makes the change that a `diff` shows: parts separated by `@@`, each of lines that stay, go (`-`) and come (`+`). Throws where what it shows of
 * the text before is not there, or there twice.
 */
export function applyDiff(before: string, diff: string): string {
  let text = before
  for (const part of diff.trimEnd().split(/^@@.*\n/m)) {
    const lines = part.split('\n').filter((line) => line !== '')
    if (lines.length === 0) continue
    const wrong = lines.find((line) => !/^[ +-]/.test(line))
    if (wrong !== undefined) throw new Error(`a line of a change begins with " ", "+" or "-": ${wrong}`)
    const side = (other: '+' | '-') =>
      lines
        .filter((line) => !line.startsWith(other))
        .map((line) => `${line.slice(1)}\n`)
        .join('')
    const found = text.split(side('+'))
    if (found.length !== 2) throw new Error(`what changes is there ${found.length - 1} times:\n${side('+')}`)
    text = found.join(side('-'))
  }
  return text
}
