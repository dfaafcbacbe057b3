import { formatIssue } from '../../src/schemas/language/issue.ts'
import { parseJsonText } from '../schema/readJson.ts'
import { PackageError } from './packageError.ts'
import { checkSvg } from './svg.ts'

const deepest = 40

/** Refuses a file whose content is not what its name says, or could do something by itself. */
export function checkContent(name: string, bytes: Buffer): void {
  if (name.endsWith('.json')) checkTexts(name, readJson(name, bytes))
  else if (name.endsWith('.svg')) checkSvg(name, textOf(name, bytes))
  else if (!pictures[name.endsWith('.png') ? 'png' : 'webp'](bytes))
    throw new PackageError(name, `it is no picture of the type that its name says`)
}

const pictures = {
  png: (bytes: Buffer) => bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])),
  webp: (bytes: Buffer) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
}

/** The value of a JSON file, read strictly. Throws `PackageError`. */
export function readJson(name: string, bytes: Buffer): unknown {
  const text = textOf(name, bytes)
  checkDepth(name, text)
  const { value, issues } = parseJsonText(text, name)
  const [issue] = issues
  if (issue) throw new PackageError('', formatIssue(issue))
  return value
}

function textOf(name: string, bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new PackageError(name, 'it is not UTF-8')
  }
}

/** Before it is parsed: parsers call themselves for what is inside. */
function checkDepth(name: string, text: string): void {
  let depth = 0
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[{\]}]/gs)) {
    if (token === '{' || token === '[') depth++
    else if (token === '}' || token === ']') depth--
    if (depth > deepest) throw new PackageError(name, `it has more than ${deepest} levels of lists and objects inside each other`)
  }
}

/** Files whose texts are shown as they are, and never as HTML. */
const wordFiles = /^(?:module\.json|menus\/.+|words\/.+|.*[/.](?:zh-cn|en)\.json)$/
const scripts = /<\s*(?:script|iframe|object|embed)\b|<[^>]*\son\w+\s*=|\b(?:javascript|vbscript)\s*:|\bdata\s*:\s*text\/html/i

/** Words have no HTML, and no text at all has scripts: what is rich text is cleaned where it is shown, and harmless here already. */
function checkTexts(name: string, value: unknown, path: readonly string[] = []): void {
  if (typeof value === 'string') {
    const place = path.length === 0 ? '' : `${path.join('.')} `
    if (scripts.test(value)) throw new PackageError(name, `${place}has a script in its text`)
    if (wordFiles.test(name) && /<[a-z/!?]/i.test(value)) throw new PackageError(name, `${place}has HTML in its text`)
  } else if (value !== null && typeof value === 'object')
    for (const [key, each] of Object.entries(value)) {
      checkTexts(name, key, path)
      checkTexts(name, each, [...path, key])
    }
}
