import { Parser } from 'htmlparser2'
import { PackageError } from './packageError.ts'

/** What drawings are made of. All else could run, load or move something. */
const elements = new Set(
  (
    'svg g defs symbol use title desc path rect circle ellipse line polyline polygon text tspan textPath clipPath mask pattern marker ' +
    'linearGradient radialGradient stop filter feBlend feColorMatrix feComposite feFlood feGaussianBlur feMerge feMergeNode feOffset feDropShadow'
  ).split(' '),
)
const namespaces = ['http://www.w3.org/2000/svg', 'http://www.w3.org/1999/xlink']

/** Refuses a drawing that is more than that: scripts, handlers, HTML inside, anything from elsewhere. Throws `PackageError`. */
export function checkSvg(name: string, text: string): void {
  const refuse = (what: string) => {
    throw new PackageError(name, what)
  }
  const open: string[] = []
  let roots = 0
  const parser = new Parser(
    {
      onopentag(tag, attributes) {
        if (open.length === 0 && (tag !== 'svg' || ++roots > 1)) refuse('it is no SVG drawing')
        if (!elements.has(tag)) refuse(`a drawing may not have the element <${tag}>`)
        open.push(tag)
        for (const [key, value] of Object.entries(attributes)) checkAttribute(key, value, refuse)
      },
      onclosetag(_tag, isImplied) {
        open.pop()
        // In XML mode only <a/> is closed by itself; what is left open at the end is too.
        if (isImplied && open.length === 0 && !/(?:\/>|<\/svg\s*>)\s*$/.test(text)) refuse('it is no SVG drawing')
      },
      onprocessinginstruction(kind) {
        if (kind.toLowerCase() === '!doctype') refuse('a drawing may not have a DOCTYPE')
        if (kind.toLowerCase() !== '?xml') refuse(`a drawing may not have <${kind}`)
      },
      oncdatastart: () => refuse('a drawing may not have CDATA'),
    },
    { xmlMode: true },
  )
  if (/<!(?!--)/.test(text)) refuse(/<!doctype/i.test(text) ? 'a drawing may not have a DOCTYPE' : 'a drawing may not have <!')
  parser.end(text)
  if (roots !== 1) refuse('it is no SVG drawing')
}

function checkAttribute(key: string, value: string, refuse: (what: string) => void): void {
  if (/^on/i.test(key)) refuse(`a drawing may not have the handler ${key}`)
  const isName = key === 'xmlns' || key === 'xmlns:xlink'
  if (isName && !namespaces.includes(value)) refuse(`a drawing may not have the namespace ${value}`)
  if (key.includes(':') && !isName && key !== 'xlink:href' && key !== 'xml:space')
    refuse(`a drawing may not have the attribute ${key}`)
  if (/(?:^|:)href$/i.test(key) && !value.startsWith('#')) refuse(`a drawing may not refer to anything outside: ${key}`)
  const urls = value.match(/url\s*\([^)]*/gi) ?? []
  if (/\\|@import|(?:javascript|data)\s*:/i.test(value) || urls.some((url) => !/^url\(\s*["']?#/i.test(url)))
    refuse(`a drawing may not refer to anything outside: ${key}`)
}
