import { darker, lighter } from '../colors.ts'
import { carton, type Drawing } from '../look.ts'

/** A voucher with a torn edge; its mark says what it is worth. */
export const ticket =
  (mark: 'yuan' | 'percent' | 'truck'): Drawing =>
  (s, { color }) => {
    s.group({ transform: 'rotate(-8 300 300)' }, () => {
      const d = 'M60 190H400A26 26 0 0 0 452 190H540V410H452A26 26 0 0 0 400 410H60Z'
      s.cast(d, 18)
      s.path(d, s.fade('d', [lighter(color, 0.3), color, darker(color, 0.2)]))
      s.line('M426 226V376', '#fff', 4, { 'stroke-dasharray': '10 12', opacity: 0.8 })
      s.box([84, 214, 292, 172, 10], 'none', { stroke: '#fff', 'stroke-width': 3, opacity: 0.6 })
      const white = { stroke: '#fff', 'stroke-width': 18, 'stroke-linecap': 'round', 'stroke-linejoin': 'round' }
      if (mark === 'yuan') s.path('M186 240L230 296 274 240M230 296V366M192 306H268M192 334H268', 'none', white)
      if (mark === 'percent') s.path('M180 362L286 240M192 262h.1M274 340h.1', 'none', { ...white, 'stroke-width': 22 })
      if (mark === 'truck') {
        s.path('M140 256H252V340H140ZM252 282H296L322 314V340H252Z', 'none', { ...white, 'stroke-width': 12 })
        for (const x of [176, 286]) s.oval([x, 348, 20], color, { stroke: '#fff', 'stroke-width': 10 })
      }
      s.path('M496 262l12 26 28 3-21 19 6 28-25-14-25 14 6-28-21-19 28-3Z', '#ffe3a0')
    })
  }

/** As many stacks of coins as the gift is large. */
export const coins =
  (stacks: number): Drawing =>
  (s) => {
    s.floor([300, 500, 90 + stacks * 60, 34])
    const left = 300 - stacks * 84
    for (let i = 0; i < stacks; i++) {
      const x = left + 84 + i * 168
      const height = 3 + ((i * 2) % 3) + stacks
      for (let n = 0; n < height; n++) {
        const y = 480 - n * 30
        s.path(
          `M${x - 82} ${y}V${y - 22}H${x + 82}V${y}A82 26 0 0 1 ${x - 82} ${y}Z`,
          s.fade('h', ['#9a6d1c', '#f9e29a', '#d9a93f', '#8d6118']),
        )
        s.oval([x, y - 22, 82, 26], s.fade('d', ['#fff1bd', '#e3b64e', '#b98626']), { stroke: '#a87a24', 'stroke-width': 2 })
      }
      const top = 480 - (height - 1) * 30 - 22
      s.oval([x, top, 62, 18], 'none', { stroke: '#a87a24', 'stroke-width': 3 })
      s.line(
        `M${x - 16} ${top - 9}L${x} ${top}L${x + 16} ${top - 9}M${x} ${top}V${top + 10}M${x - 14} ${top + 3}H${x + 14}`,
        '#8d6118',
        4,
      )
    }
  }

export const giftBox: Drawing = (s, { color, accent }) => {
  s.floor([310, 520, 240, 30])
  carton(s, [120, 260, 300, 250, 80], color)
  carton(s, [104, 220, 332, 64, 86], lighter(color, 0.12))
  s.box([246, 220, 48, 290], s.soft(accent))
  s.path('M246 220l86 -36h48l-86 36Z', lighter(accent, 0.3))
  for (const d of ['M300 196Q200 90 170 150 160 196 300 200Z', 'M310 196Q410 80 440 140 450 190 310 200Z'])
    s.path(d, s.glow([lighter(accent, 0.3), darker(accent, 0.25)]), { stroke: darker(accent, 0.35), 'stroke-width': 2 })
  s.oval([304, 198, 26, 20], s.soft(accent))
  s.text([186, 400, 90], '?', lighter(color, 0.6), { 'font-weight': 700, 'text-anchor': 'middle' })
}

export const travelCubes: Drawing = (s, { color, accent }) => {
  s.floor([300, 520, 250, 28])
  for (const [i, [x, y, w, h]] of (
    [
      [80, 330, 440, 180],
      [120, 190, 360, 130],
      [170, 90, 260, 92],
    ] as const
  ).entries()) {
    const tone = i === 1 ? accent : lighter(color, i * 0.2)
    s.box([x, y, w, h, 30], s.fade('v', [lighter(tone, 0.25), tone, darker(tone, 0.3)]))
    s.box([x + 26, y + 30, w - 52, h - 56, 16], darker(tone, 0.3), { opacity: 0.4 })
    let mesh = ''
    for (let at = x + 34; at < x + w - 30; at += 14) mesh += `M${at} ${y + 34}v${h - 64}`
    s.line(mesh, lighter(tone, 0.35), 2, { opacity: 0.5 })
    s.line(`M${x + 22} ${y + 16}H${x + w - 22}`, darker(tone, 0.45), 7)
    s.line(`M${x + w - 50} ${y + 16}v26`, '#e3e6ea', 7)
    s.line(`M${x + w / 2 - 40} ${y + 8}q40 -34 80 0`, darker(tone, 0.35), 11)
  }
}
