import { brightness, darker, lighter } from './colors.ts'
import type { Sheet } from './sheet.ts'

/** How a product is drawn: in which colours, and from the front or in its second position. */
export interface Look {
  color: string
  accent: string
  turned: boolean
}

/** Draws a product on a sheet of 600 by 600. */
export type Drawing = (s: Sheet, look: Look) => void

/** A sewn piece: lit from the upper left, with folds in shadow and light, and a seam around it. */
export function cloth(s: Sheet, d: string, color: string, folds: { dark?: string; light?: string } = {}): void {
  s.path(d, s.soft(color), { stroke: darker(color, 0.26), 'stroke-width': 1.5 })
  s.clip(d, () => {
    s.group({ filter: s.blur(7) }, () => {
      if (folds.dark) s.line(folds.dark, '#151a2a', 15, { opacity: brightness(color) < 0.3 ? 0.4 : 0.17 })
      if (folds.light) s.line(folds.light, '#ffffff', 12, { opacity: brightness(color) < 0.3 ? 0.16 : 0.38 })
    })
  })
}

/** A dashed seam. */
export function seam(s: Sheet, d: string, color: string): void {
  const thread = brightness(color) < 0.35 ? lighter(color, 0.28) : darker(color, 0.3)
  s.line(d, thread, 2, { 'stroke-dasharray': '7 5', opacity: 0.75 })
}

/** A box seen from the front and a little from the right: front, side and lid. */
export function carton(s: Sheet, [x, y, width, height, depth]: readonly number[], color: string): void {
  const [l = 0, t = 0, w = 0, h = 0, d = 0] = [x, y, width, height, depth]
  const rise = d * 0.42
  s.path(`M${l} ${t}l${d} ${-rise}h${w}l${-d} ${rise}Z`, s.fade('h', [lighter(color, 0.34), lighter(color, 0.16)]))
  s.path(`M${l + w} ${t}l${d} ${-rise}v${h}l${-d} ${rise}Z`, s.fade('h', [darker(color, 0.28), darker(color, 0.4)]))
  s.box([l, t, w, h], s.fade('d', [lighter(color, 0.12), color, darker(color, 0.1)]))
}

/** The sheen of glass and plastic along an edge. */
export function sheen(s: Sheet, d: string, strength = 0.5): void {
  s.path(d, '#fff', { opacity: strength, filter: s.blur(3) })
}
