import { brightness, darker, lighter } from './colors.ts'

type Attributes = Readonly<Record<string, string | number>>

/** Shapes of one picture as SVG. Gradients, blurs and clips are kept once each, however often they are asked for. */
export class Sheet {
  readonly #defs = new Map<string, string>()
  #body = ''

  path(d: string, fill: string, more: Attributes = {}): void {
    this.#body += `<path d="${d}" fill="${fill}"${written(more)}/>`
  }

  line(d: string, stroke: string, width: number, more: Attributes = {}): void {
    this.path(d, 'none', { stroke, 'stroke-width': width, 'stroke-linecap': 'round', 'stroke-linejoin': 'round', ...more })
  }

  oval([cx, cy, rx, ry = rx]: readonly number[], fill: string, more: Attributes = {}): void {
    this.#body += `<ellipse cx="${cx}" cy="${cy}" rx="${rx}" ry="${ry}" fill="${fill}"${written(more)}/>`
  }

  /** x, y, width, height and the radius of its corners. */
  box([x, y, width, height, r = 0]: readonly number[], fill: string, more: Attributes = {}): void {
    const corner = r ? ` rx="${r}"` : ''
    this.#body += `<rect x="${x}" y="${y}" width="${width}" height="${height}"${corner} fill="${fill}"${written(more)}/>`
  }

  /** x, y and the size of the letters; text of a label, a cover or a poster in the fonts of the system. */
  text([x, y, size]: readonly number[], content: string, fill: string, more: Attributes = {}): void {
    const font = `system-ui,'PingFang SC','Microsoft YaHei','Noto Sans SC',sans-serif`
    this.#body += `<text x="${x}" y="${y}" font-size="${size}" font-family="${font}" fill="${fill}"${written(more)}>${content}</text>`
  }

  group(attributes: Attributes, draw: () => void): void {
    this.#body += `<g${written(attributes)}>`
    draw()
    this.#body += '</g>'
  }

  /** Draws within a shape only. */
  clip(d: string, draw: () => void): void {
    this.group({ 'clip-path': this.#def('clipPath', '', `<path d="${d}"/>`) }, draw)
  }

  blur(deviation: number): string {
    return this.#def('filter', ' x="-50%" y="-50%" width="200%" height="200%"', `<feGaussianBlur stdDeviation="${deviation}"/>`)
  }

  /** A gradient over the shape that it fills: `h` from left to right, `v` from top to bottom, `d` across. */
  fade(direction: 'h' | 'v' | 'd', colors: readonly string[], at?: readonly number[]): string {
    const ends = { h: '', v: ' x2="0" y2="1"', d: ' y2="1"' }[direction]
    return this.#def('linearGradient', ends, stops(colors, at))
  }

  /** From the middle of the shape (or a place in it) outwards. */
  glow(colors: readonly string[], center: readonly [number, number] = [0.5, 0.5]): string {
    const [x, y] = center
    return this.#def('radialGradient', x === 0.5 && y === 0.5 ? '' : ` cx="${x}" cy="${y}" r=".75"`, stops(colors))
  }

  /** A soft surface lit from the upper left. */
  soft(color: string): string {
    return this.fade('d', [lighter(color, 0.22), color, darker(color, 0.2)])
  }

  /** A round body lit from the left. */
  round(color: string): string {
    const glossy = brightness(color) < 0.3 ? 0.3 : 0.45
    return this.fade(
      'h',
      [darker(color, 0.28), lighter(color, glossy), color, darker(color, 0.24), darker(color, 0.12)],
      [0, 0.22, 0.45, 0.86, 1],
    )
  }

  /** What lies or hangs before the ground casts a shadow of its own shape. */
  cast(d: string, depth = 14): void {
    this.path(d, '#1b2030', { opacity: 0.3, transform: `translate(${depth * 0.5} ${depth})`, filter: this.blur(depth * 0.7) })
  }

  /** The shadow under something that stands: middle and half axes. */
  floor(oval: readonly number[], strength = 0.42): void {
    this.oval(oval, this.glow([`rgba(20,22,34,${strength})`, 'rgba(20,22,34,.16)', 'rgba(20,22,34,0)']))
  }

  svg(width: number, height: number): string {
    const defs = [...this.#defs.values()].join('')
    return (
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">` +
      `${defs && `<defs>${defs}</defs>`}${this.#body}</svg>\n`
    )
  }

  #def(tag: string, attributes: string, content: string): string {
    const key = tag + attributes + content
    const id = this.#defs.get(key)?.match(/ id="(\w+)"/)?.[1] ?? `i${this.#defs.size.toString(36)}`
    if (!this.#defs.has(key)) this.#defs.set(key, `<${tag} id="${id}"${attributes}>${content}</${tag}>`)
    return `url(#${id})`
  }
}

function written(attributes: Attributes): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${value}"`)
    .join('')
}

function stops(colors: readonly string[], at?: readonly number[]): string {
  return colors
    .map((color, i) => {
      const offset = at?.[i] ?? Math.round((i / (colors.length - 1)) * 100) / 100
      return `<stop${offset ? ` offset="${offset}"` : ''} stop-color="${color}"/>`
    })
    .join('')
}
