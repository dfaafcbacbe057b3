import { darker, lighter } from '../colors.ts'
import { carton, type Drawing, sheen } from '../look.ts'

export const serum: Drawing = (s, { color, turned }) => {
  s.floor([300, 540, 170, 24])
  if (turned) carton(s, [90, 190, 150, 340, 50], lighter(color, 0.55))
  if (turned) s.line('M120 290h90M134 314h62M140 450h50', darker(color, 0.25), 7)
  s.group({ transform: turned ? 'translate(90 0)' : '' }, () => {
    s.path('M262 60Q262 30 300 30 338 30 338 60V140H262Z', s.round('#2f3138'))
    s.box([252, 132, 96, 84, 8], s.fade('h', ['#8a6a35', '#f5e0a6', '#c39a4e', '#7c5b28']))
    const d = 'M262 216H338V236Q398 244 398 296V510Q398 540 368 540H232Q202 540 202 510V296Q202 244 262 236Z'
    s.path(d, s.round(color), { opacity: 0.95 })
    s.clip(d, () => {
      s.path('M200 330H400V545H200Z', darker(color, 0.2), { opacity: 0.35 })
      s.box([292, 210, 16, 270, 8], '#fff', { opacity: 0.3 })
      sheen(s, 'M218 290h16v230h-16Z', 0.7)
    })
    s.box([236, 350, 128, 130, 4], '#fffaf2', { opacity: 0.94 })
    s.line('M260 386H340', darker(color, 0.45), 9)
    s.line('M268 412H332M276 432H324M282 452H318', darker(color, 0.2), 4)
  })
}

export const cream: Drawing = (s, { color, turned }) => {
  s.floor([300, 470, 230, 30])
  if (turned) {
    s.oval([420, 430, 120, 50], s.fade('v', ['#f4f1ec', '#b9b2a6']))
    s.oval([420, 420, 118, 46], s.soft('#d9d3c8'))
  }
  const x = turned ? -60 : 0
  s.group({ transform: `translate(${x} 0)` }, () => {
    s.path('M120 290H480V420Q480 466 420 468H180Q120 466 120 420Z', s.round(color))
    s.path('M150 360H450V430H150Z', '#ffffff', { opacity: 0.55 })
    s.line('M220 384H380M250 408H350', darker(color, 0.45), 6)
    if (turned) {
      s.oval([300, 290, 180, 56], lighter(color, 0.3))
      s.oval([300, 294, 160, 46], '#fffdf8')
      s.path('M190 300Q250 240 300 280 360 236 410 296 350 326 300 300 240 330 190 300Z', s.fade('v', ['#ffffff', '#e9e2d6']))
      return
    }
    s.path('M112 214H488V296Q300 340 112 296Z', s.fade('h', ['#9aa0a8', '#fdfdfd', '#d3d7dc', '#878d95'], [0, 0.25, 0.6, 1]))
    s.oval([300, 216, 188, 44], s.fade('d', ['#ffffff', '#c9cdd3']))
    s.oval([300, 216, 120, 26], 'none', { stroke: '#b4b9c0', 'stroke-width': 3 })
  })
}

/** A squeezable tube on its cap. */
const tube =
  (cap: string, label: string): Drawing =>
  (s, { color, turned }) => {
    const draw = () => {
      const d = 'M210 60H390L380 440H220Z'
      s.path(d, s.round(color))
      s.clip(d, () => {
        s.box([200, 60, 200, 30], darker(color, 0.18))
        s.line('M212 68H388M212 78H388', lighter(color, 0.4), 2)
        s.box([200, 300, 200, 60], label, { opacity: 0.85 })
        sheen(s, 'M234 100h18v330h-18Z', 0.6)
      })
      s.line('M256 160H344M270 188H330M276 208H324', darker(color, 0.55), 8)
      s.oval([300, 262, 26], label)
      s.path('M300 244q18 22 0 36 -18 -14 0 -36Z', '#fff')
      s.path('M226 436H374L368 520Q366 536 350 536H250Q234 536 232 520Z', s.round(cap))
    }
    if (!turned) s.floor([300, 540, 140, 22])
    else s.floor([300, 420, 270, 26])
    s.group({ transform: turned ? 'rotate(78 300 300) translate(0 20)' : '' }, draw)
  }

export const cleanser = tube('#ffffff', '#7fb8a4')
export const sunscreen = tube('#f2a541', '#f2a541')

export const lipstick: Drawing = (s, { color, turned }) => {
  s.floor([300, 540, turned ? 220 : 160, 22])
  const gold = s.fade('h', ['#7a5a22', '#f6e3a8', '#c79c4a', '#8a6626'])
  s.group({ transform: turned ? 'translate(-100 0)' : '' }, () => {
    s.path('M262 250V130Q290 70 338 90V250Z', s.fade('h', [darker(color, 0.2), lighter(color, 0.35), color, darker(color, 0.3)]))
    s.path('M262 130Q290 70 338 90 320 150 262 160Z', lighter(color, 0.25), { opacity: 0.8 })
    s.box([252, 240, 96, 90, 4], gold)
    s.box([236, 326, 128, 212, 8], s.round('#26262b'))
    s.box([236, 326, 128, 14], gold)
    s.box([286, 420, 28, 28, 14], 'none', { stroke: '#d9b76a', 'stroke-width': 3 })
  })
  if (!turned) return
  s.box([320, 290, 130, 250, 8], s.round('#26262b'))
  s.box([320, 520, 130, 16], gold)
  s.line('M480 250Q540 200 560 130', color, 34, { opacity: 0.85 })
  s.line('M484 244Q536 200 556 136', lighter(color, 0.4), 8, { opacity: 0.5 })
}

export const eyeshadow: Drawing = (s, { turned }) => {
  s.floor([300, 500, 260, 30])
  const tones = [
    '#f3dcc6',
    '#e2b896',
    '#c98e68',
    '#a8694a',
    '#8a4f38',
    '#6b3a2a',
    '#d9a6a0',
    '#b9736c',
    '#f1e4c8',
    '#c9a15a',
    '#7d5d3c',
    '#3d2b24',
  ]
  if (!turned) {
    s.path('M70 70H530V250H70Z', s.fade('d', ['#3b332f', '#5c504a', '#2a2421']))
    s.path('M96 92H504V234H96Z', s.fade('d', ['#dfe7ee', '#ffffff', '#aab4bf']))
    s.path('M130 92H230L150 234H96V180Z', '#fff', { opacity: 0.6 })
  }
  s.path(
    turned ? 'M60 150H540V460H60Z' : 'M70 258H530L556 470Q556 490 536 490H64Q44 490 44 470Z',
    s.fade('v', ['#4c423d', '#2c2522']),
  )
  for (const [i, tone] of tones.entries()) {
    const [x, y] = [
      turned ? 88 + (i % 4) * 108 : 92 + (i % 6) * 71,
      turned ? 174 + Math.floor(i / 4) * 94 : 286 + Math.floor(i / 6) * 92,
    ]
    const [w, h] = turned ? [96, 78] : [60, 76]
    s.box([x, y, w, h, 6], darker(tone, 0.45))
    s.box([x + 3, y + 4, w - 6, h - 7, 5], s.fade('d', [lighter(tone, 0.25), tone, darker(tone, 0.12)]))
    if (i % 3 === 2) s.line(`M${x + 10} ${y + 20}l20 10M${x + 26} ${y + 46}l18 8`, '#fff', 2, { opacity: 0.5 })
  }
}

export const mask: Drawing = (s, { color, turned }) => {
  s.floor([300, 520, 240, 28])
  if (!turned) {
    carton(s, [84, 170, 250, 340, 56], color)
    s.path('M150 330Q150 250 209 250 268 250 268 330 268 410 209 424 150 410 150 330Z', '#f7fbf6')
    s.line('M176 320h20M222 320h20M190 380q19 12 38 0', darker(color, 0.3), 6)
    s.line('M120 210h178M160 464h98', '#f7fbf6', 8)
  }
  const x = turned ? -200 : 0
  for (const [i, turn] of (turned ? [-14, 0, 14] : [4]).entries())
    s.group({ transform: `translate(${x + i * 90} ${i * 14}) rotate(${turn} 460 340)` }, () => {
      s.cast('M360 190H560V520H360Z', 8)
      s.box([360, 190, 200, 330, 6], s.fade('d', [lighter(color, 0.6), lighter(color, 0.2), color]))
      s.line('M366 206H554M366 504H554', '#fff', 3, { opacity: 0.7 })
      s.path('M460 270C400 300 400 380 460 420 520 380 520 300 460 270Z', '#f7fbf6', { opacity: 0.85 })
      s.line('M460 290V410M460 330l26 -18M460 360l-28 -20M460 384l24 -18', darker(color, 0.2), 4)
      s.line('M400 456h120M424 474h72', '#f7fbf6', 6)
    })
}
