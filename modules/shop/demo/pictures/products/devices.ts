import { darker, lighter } from '../colors.ts'
import { type Drawing, sheen } from '../look.ts'
import type { Sheet } from '../sheet.ts'

/** A telephone: the screen in front of the back; the second position shows the back alone. `lenses` of a large camera are in a ring. */
const phone =
  (isPro: boolean): Drawing =>
  (s, { color, turned }) => {
    s.floor([300, 540, 200, 22])
    if (!turned) s.group({ transform: 'translate(86 -14) rotate(5 300 300)' }, () => back(s, color, isPro))
    else return s.group({ transform: 'rotate(-4 300 300)' }, () => back(s, color, isPro))
    s.group({ transform: 'translate(-76 14) rotate(-3 300 300)' }, () => {
      const d = 'M186 92Q186 56 222 56H378Q414 56 414 92V508Q414 544 378 544H222Q186 544 186 508Z'
      s.cast(d, 16)
      s.path(d, s.fade('h', [darker(color, 0.35), lighter(color, 0.4), darker(color, 0.3)]))
      const screen = 'M196 96Q196 66 226 66H374Q404 66 404 96V504Q404 534 374 534H226Q196 534 196 504Z'
      s.path(screen, '#0c0e14')
      s.clip(screen, () => {
        s.box([196, 66, 208, 468], s.fade('v', isPro ? ['#2b2145', '#a3506b', '#f2a65e'] : ['#16305c', '#4f86b8', '#f0d9b5']))
        s.oval([330, 330, 44], isPro ? '#ffdf9e' : '#fff5dd')
        s.path('M190 420Q250 340 300 396 350 330 410 400V540H190Z', isPro ? '#3a2240' : '#2c5270')
        s.path('M190 470Q270 410 330 450 370 430 410 456V540H190Z', isPro ? '#23172d' : '#1b3a52')
        s.path('M196 66H330L230 534H196Z', '#fff', { opacity: 0.1 })
      })
      s.text([300, 170, 50], '09:41', '#fff', { 'text-anchor': 'middle', 'font-weight': 300 })
      s.oval([300, 84, 8], '#05060a')
      s.box([262, 522, 76, 4, 2], '#fff', { opacity: 0.8 })
    })
  }

function back(s: Sheet, color: string, isPro: boolean): void {
  const d = 'M186 92Q186 56 222 56H378Q414 56 414 92V508Q414 544 378 544H222Q186 544 186 508Z'
  s.cast(d, 16)
  s.path(d, s.fade('d', [lighter(color, 0.3), color, darker(color, 0.25)]), { stroke: darker(color, 0.4), 'stroke-width': 3 })
  s.clip(d, () => sheen(s, 'M180 60H260L420 480V560Z', 0.18))
  const lenses: readonly (readonly [number, number, number])[] = isPro
    ? [
        [272, 136, 30],
        [328, 136, 30],
        [272, 194, 30],
        [328, 194, 30],
      ]
    : [
        [234, 110, 25],
        [234, 172, 25],
        [288, 141, 20],
      ]
  if (isPro)
    s.oval([300, 165, 88], s.fade('d', [lighter(color, 0.2), darker(color, 0.35)]), {
      stroke: lighter(color, 0.5),
      'stroke-width': 3,
    })
  else s.box([200, 74, 122, 134, 32], s.soft(darker(color, 0.08)), { stroke: darker(color, 0.3), 'stroke-width': 2 })
  for (const [x, y, r] of lenses) {
    s.oval([x, y, r], s.fade('d', ['#8e939c', '#24272e']))
    s.oval([x, y, r - 5], '#0d0f14')
    s.oval([x, y, r - 11], s.glow(['#3d5a86', '#10131b'], [0.4, 0.35]))
    s.oval([x - r * 0.24, y - r * 0.28, r * 0.16], '#fff', { opacity: 0.7 })
  }
}

export const smartPhone = phone(false)
export const cameraPhone = phone(true)

export const earbuds: Drawing = (s, { color, turned }) => {
  s.floor([300, 508, 220, 26])
  if (!turned) s.path('M160 300Q160 118 300 118 440 118 440 300Z', s.fade('v', [lighter(color, 0.3), darker(color, 0.2)]))
  if (!turned) s.path('M180 300Q180 142 300 142 420 142 420 300Z', darker(color, 0.45))
  if (!turned)
    for (const side of [1, -1])
      s.group({ transform: side === 1 ? 'translate(0 0)' : 'translate(600 0) scale(-1 1)' }, () => {
        s.path('M236 220Q222 180 250 168 284 164 286 202 284 236 262 240L260 340H236Z', s.round(color), {
          stroke: darker(color, 0.3),
          'stroke-width': 1.5,
        })
        s.oval([252, 198, 14, 17], darker(color, 0.7))
        s.line('M240 260V310', '#fff', 4, { opacity: 0.6 })
      })
  const d = turned
    ? 'M150 320Q150 190 300 190 450 190 450 320V380Q450 500 300 500 150 500 150 380Z'
    : 'M150 300H450V370Q450 500 300 500 150 500 150 370Z'
  s.path(d, s.fade('d', [lighter(color, 0.45), color, darker(color, 0.28)]), { stroke: darker(color, 0.22), 'stroke-width': 1.5 })
  s.clip(d, () => sheen(s, 'M170 310H210Q190 400 240 470 170 440 170 370Z', 0.55))
  if (turned) s.line('M151 310Q300 340 449 310', darker(color, 0.3), 4)
  s.oval([300, 410, 6], '#56c271')
}

export const speaker: Drawing = (s, { color, accent, turned }) => {
  s.floor([300, 462, 260, 30])
  const d = 'M120 220H480Q540 220 540 330 540 440 480 440H120Q60 440 60 330 60 220 120 220Z'
  s.path(d, s.fade('v', [lighter(color, 0.35), color, darker(color, 0.45)]))
  s.clip(d, () => {
    let mesh = ''
    for (let y = 226; y < 440; y += 9) mesh += `M60 ${y}H540`
    s.line(mesh, darker(color, 0.45), 4.5, { 'stroke-dasharray': '.1 9', opacity: 0.7 })
    s.box([60, 226, 480, 36], '#fff', { opacity: 0.16, filter: s.blur(10) })
  })
  for (const x of [96, 504]) {
    s.oval([x, 330, 34, 104], s.soft(darker(color, 0.5)))
    s.oval([x, 330, 22, 76], s.glow(['#5e646d', '#15171c']))
    s.oval([x, 330, 10, 34], '#8d939c', { opacity: 0.6 })
  }
  s.line('M200 220Q210 150 300 150 390 150 400 220', accent, 12)
  if (turned)
    for (const x of [220, 300, 380])
      s.oval([x, 330, 26], s.soft(darker(color, 0.4)), { stroke: lighter(color, 0.3), 'stroke-width': 2 })
  if (turned) s.line('M300 318V342M288 330H312M368 330H392M212 320L230 330 212 340Z', '#e9ecef', 4)
  else s.line('M270 330h14l8-26 14 52 12-40 6 14h14', '#f2f3f4', 6)
}

export const charger: Drawing = (s, { turned }) => {
  s.floor([310, 480, 200, 26])
  s.path('M430 190L486 166V420L430 462Z', s.fade('h', ['#c9cbd0', '#a7abb2']))
  s.path('M170 190L226 166H486L430 190Z', '#fbfbfa')
  s.box([166, 188, 266, 276, 18], s.fade('d', ['#ffffff', '#f0f0ee', '#d3d4d6']))
  if (turned) {
    for (const x of [236, 346]) s.box([x, 250, 18, 96, 4], s.fade('h', ['#fafafa', '#8b9098']))
    s.box([216, 226, 170, 150, 16], 'none', { stroke: '#c9cacc', 'stroke-width': 3 })
    return
  }
  for (const y of [236, 300]) {
    s.box([216, y, 92, 34, 17], '#2b2e35')
    s.box([230, y + 12, 64, 10, 5], '#8b9098')
  }
  s.box([216, 366, 106, 44, 4], '#2b2e35')
  s.box([224, 390, 90, 14], '#3f8f5f')
  s.text([346, 330, 40], '65W', '#8b9098', { 'font-weight': 600 })
  s.line('M346 250l-12 20h16l-12 22', '#e3a93c', 5)
}

export const keyboard: Drawing = (s, { color, turned }) => {
  s.group({ transform: turned ? 'rotate(-14 300 300)' : 'translate(0 -6)' }, () => {
    const d = 'M48 196H552Q566 196 568 212L580 400Q580 420 562 420H38Q20 420 20 400L32 212Q34 196 48 196Z'
    s.cast(d, 22)
    s.path(d, s.fade('v', ['#4a4f58', '#2c3037', '#1e2126']))
    for (let row = 0; row < 5; row++) {
      const [y, inset] = [212 + row * 40, 42 - row * 2.4]
      const widths =
        row === 4 ? [44, 38, 38, 190, 38, 38, 44] : Array.from({ length: 14 }, (_, i) => (i === 13 - (row % 2) ? 44 : 31))
      const unit = (600 - 2 * inset - (widths.length - 1) * 5) / widths.reduce((sum, width) => sum + width, 0)
      let x = inset
      for (const [i, width] of widths.entries()) {
        const w = width * unit
        const isMarked = (row === 0 && i === 0) || (row === 2 && i === widths.length - 1) || (row === 4 && i === 3)
        const tone = isMarked ? color : i < 1 || i > widths.length - 3 ? '#9ba1ab' : '#eceae4'
        s.box([Math.round(x), y, Math.round(w), 36, 6], darker(tone, 0.35))
        s.box([Math.round(x) + 3, y + 1, Math.round(w) - 6, 28, 5], s.fade('v', [lighter(tone, 0.3), tone]))
        x += w + 5
      }
    }
    s.path('M20 400H580Q580 420 562 424H38Q20 420 20 400Z', '#15171b')
  })
}

export const mouse: Drawing = (s, { turned }) => {
  s.floor([300, 520, 170, 26])
  s.group({ transform: turned ? 'rotate(32 300 310)' : 'rotate(-10 300 310)' }, () => {
    const d = 'M300 96Q424 96 428 260 440 440 410 490 370 540 300 540 220 540 188 486 160 430 172 260 178 96 300 96Z'
    s.cast(d, 18)
    s.path(d, s.fade('d', ['#6b727e', '#3d424b', '#22252b']))
    s.path(
      'M188 486Q160 430 172 260 176 200 190 164 214 230 206 320 202 420 236 520 204 508 188 486Z',
      s.fade('h', ['#1d2025', '#3c414a']),
    )
    s.line('M300 98V250M176 262Q300 290 428 262', '#15171b', 4)
    s.box([286, 140, 28, 74, 14], '#14161a')
    s.box([290, 150, 20, 54, 10], s.fade('v', ['#5f656e', '#a4aab3', '#3a3e45']))
    s.line('M182 300V340M184 360V392', '#8a9099', 8)
    s.clip(d, () => sheen(s, 'M330 110Q410 140 408 260 390 200 330 170Z', 0.35))
  })
}

export const cable: Drawing = (s, { color, turned }) => {
  const d = turned
    ? 'M120 150Q300 60 420 180 520 320 380 430 240 500 170 400 130 300 240 250 360 220 380 320 380 380 320 390'
    : 'M160 470Q90 300 190 190 320 90 430 190 510 300 420 400 310 480 220 390 170 310 240 240 320 190 380 250 430 330 330 360'
  s.line(d, '#1b2030', 20, { opacity: 0.25, transform: 'translate(8 14)', filter: s.blur(8) })
  s.line(d, darker(color, 0.25), 20)
  s.line(d, lighter(color, 0.25), 20, { 'stroke-dasharray': '3 5', 'stroke-linecap': 'butt' })
  s.line(d, '#fff', 5, { opacity: 0.3, transform: 'translate(-3 -4)' })
  const ends = turned
    ? ([
        [120, 150, -28],
        [320, 390, 180],
      ] as const)
    : ([
        [160, 470, 250],
        [330, 360, 160],
      ] as const)
  for (const [x, y, angle] of ends)
    s.group({ transform: `translate(${x} ${y}) rotate(${angle + 180})` }, () => {
      s.box([-10, -17, 74, 34, 9], s.fade('v', ['#f4f5f6', '#9aa0a8', '#6b7078']))
      s.box([62, -12, 34, 24, 10], s.fade('v', ['#d9dde2', '#7f858d']))
      s.box([72, -4, 24, 8, 4], '#2c2f36')
    })
  s.box(
    [250, 500, 100, 34, 17],
    s.soft(darker(color, 0.3)),
    turned ? {} : { transform: 'translate(-58 -130) rotate(48 300 517)' },
  )
}

export const powerBank: Drawing = (s, { color, turned }) => {
  s.floor([300, 540, 150, 20])
  s.group({ transform: turned ? 'rotate(12 300 300)' : 'rotate(-6 300 300)' }, () => {
    const d = 'M190 110Q190 76 224 76H376Q410 76 410 110V500Q410 534 376 534H224Q190 534 190 500Z'
    s.cast(d)
    s.path(d, s.round(color))
    s.box([232, 84, 54, 16, 5], '#16181c')
    s.box([318, 86, 44, 12, 6], '#16181c')
    for (let i = 0; i < 4; i++) s.oval([258 + i * 28, 470, 6], i < 3 ? '#6ee7a0' : '#555a62')
    s.line('M306 240l-34 62h34l-12 56 44-72h-36l14-46Z', lighter(color, 0.5), 5)
  })
}
