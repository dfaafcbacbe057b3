import { darker, lighter } from '../colors.ts'
import { carton, cloth, type Drawing, seam, sheen } from '../look.ts'

export const bedding: Drawing = (s, { color, turned }) => {
  if (turned) {
    s.floor([300, 510, 250, 30])
    for (const [i, tone] of [lighter(color, 0.15), darker(color, 0.12), lighter(color, 0.5), color].entries())
      cloth(
        s,
        `M90 ${420 - i * 78}Q90 ${400 - i * 78} 120 ${400 - i * 78}H480Q512 ${404 - i * 78} 510 ${450 - i * 78} 512 ${496 - i * 78} 480 ${496 - i * 78}H110Q88 ${490 - i * 78} 90 ${420 - i * 78}Z`,
        tone,
        {
          dark: `M100 ${484 - i * 78}H500`,
          light: `M110 ${420 - i * 78}H480`,
        },
      )
    s.line('M300 166V496', lighter(color, 0.7), 18, { 'stroke-linecap': 'butt' })
    return
  }
  s.floor([300, 536, 280, 22])
  s.path('M70 120Q300 60 530 120V420H70Z', s.fade('v', ['#a98a68', '#7c6147']))
  s.line('M130 106V300M220 92V300M300 88V300M380 92V300M470 106V300', '#6a5139', 3, { opacity: 0.5 })
  for (const [x, tone] of [
    [96, lighter(color, 0.45)],
    [308, lighter(color, 0.45)],
  ] as const)
    cloth(
      s,
      `M${x} 220Q${x - 10} 180 ${x + 40} 184 ${x + 100} 170 ${x + 160} 184 ${x + 206} 182 ${x + 196} 226 ${x + 206} 300 ${x + 170} 304H${x + 26}Q${x - 10} 300 ${x} 220Z`,
      tone,
      { dark: `M${x + 20} 290H${x + 180}`, light: `M${x + 40} 206H${x + 150}` },
    )
  cloth(s, 'M40 300Q300 256 560 300L584 520Q300 560 16 520Z', color, {
    dark: 'M120 320Q100 420 80 530M300 290Q310 420 290 540M470 310Q490 420 530 530M200 300Q190 400 170 520',
    light: 'M180 300Q150 420 130 530M380 300Q400 420 400 530M520 320Q540 400 556 480',
  })
  cloth(s, 'M40 300Q300 256 560 300L566 352Q300 312 34 352Z', lighter(color, 0.4), { dark: 'M36 346Q300 306 564 346' })
  seam(s, 'M26 500Q300 538 574 500', color)
}

export const pillow: Drawing = (s, { color, turned }) => {
  s.floor([300, 452, 270, 34])
  const d = turned
    ? 'M90 300Q80 200 150 190 220 186 300 250 380 186 450 190 520 200 510 300 522 420 450 430 300 440 150 430 78 420 90 300Z'
    : 'M60 380Q40 280 110 250 190 218 250 270 300 300 370 262 480 190 540 260 572 330 546 400 520 440 440 434H140Q74 434 60 380Z'
  cloth(s, d, color, {
    dark: 'M80 410Q300 440 530 400M240 280Q300 330 380 280M110 400Q90 330 120 280',
    light: 'M110 280Q180 240 230 280M400 262Q480 220 530 280',
  })
  seam(s, turned ? 'M110 300Q104 222 160 210M490 300Q496 222 440 210' : 'M70 400Q300 420 544 392', color)
  s.box([486, 380, 40, 24, 3], '#fff', { opacity: 0.8 })
}

export const pan: Drawing = (s, { color, turned }) => {
  if (turned) {
    s.floor([260, 420, 220, 26])
    s.path('M420 318L590 262Q600 276 590 290L430 346Z', s.fade('v', ['#7a5a3d', '#4a3524']))
    s.path(
      'M50 300H450Q444 410 380 416H120Q56 410 50 300Z',
      s.fade('h', [darker(color, 0.3), lighter(color, 0.3), color, darker(color, 0.4)]),
    )
    s.oval([250, 300, 202, 26], darker(color, 0.5))
    s.oval([250, 304, 190, 20], s.fade('v', ['#26282c', '#55585e']))
    return
  }
  s.group({ transform: 'rotate(-32 280 320)' }, () => {
    s.path('M440 300H596Q610 320 596 340H440Z', s.fade('v', ['#9a7350', '#6b4c31', '#4a3524']))
    s.box([428, 296, 34, 48, 6], s.fade('v', ['#d9dde2', '#7f858d']))
    s.oval([584, 320, 6, 9], '#2d2118')
  })
  s.oval([262, 336, 226, 222], '#1b2030', { opacity: 0.3, filter: s.blur(12), transform: 'translate(6 14)' })
  s.oval([256, 330, 226], s.fade('d', [lighter(color, 0.5), darker(color, 0.35)]))
  s.oval([256, 330, 210], s.fade('d', ['#2b2d31', '#4a4d53']))
  s.oval([256, 334, 176], s.glow(['#54575d', '#34363b'], [0.4, 0.35]))
  let flecks = ''
  for (let n = 0; n < 90; n++) {
    const [a, r] = [n * 2.4, 16 * Math.sqrt(n + 1)]
    flecks += `M${Math.round(256 + r * Math.cos(a))} ${Math.round(334 + r * Math.sin(a))}h.1`
  }
  s.line(flecks, '#9a9ca1', 3, { opacity: 0.7 })
  s.line('M110 250Q150 170 250 150', '#fff', 12, { opacity: 0.3, filter: s.blur(5) })
}

export const thermos: Drawing = (s, { color, turned }) => {
  s.floor([300, 552, 170, 22])
  if (turned) s.line('M390 210Q520 220 500 360 488 430 396 430', '#2c2f35', 30)
  const d = 'M208 210Q208 176 236 164H364Q392 176 392 210L404 520Q404 548 376 548H224Q196 548 196 520Z'
  s.path(d, s.round(color))
  s.clip(d, () => {
    s.line('M236 190V520', '#fff', 12, { opacity: 0.4, filter: s.blur(6) })
    s.path('M190 500H410V560H190Z', s.fade('h', ['#7f858d', '#f2f4f6', '#9aa0a8', '#5f656e']))
  })
  s.path('M240 92Q240 60 300 60 360 60 360 92V164H240Z', s.round(darker(color, 0.3)))
  s.box([228, 150, 144, 20, 8], s.fade('h', ['#7f858d', '#f4f6f8', '#8b9199', '#5f656e']))
  s.box([250, 40, 100, 30, 13], s.fade('v', ['#4a4e56', '#24272c']))
  s.path('M360 100L398 112 360 136Z', darker(color, 0.4))
  if (!turned) s.path('M300 320q-34 40-34 64a34 34 0 0 0 68 0q0-24-34-64Z', lighter(color, 0.5), { opacity: 0.5 })
}

export const tableware: Drawing = (s, { color, turned }) => {
  s.floor([300, 500, 270, 40])
  const rim = darker(color, 0.45)
  const plate = (oval: readonly [number, number, number, number]) => {
    const [x, y, rx, ry] = oval
    s.oval([x, y + 12, rx, ry], darker(color, 0.4))
    s.oval([x, y, rx, ry], s.soft(color), { stroke: rim, 'stroke-width': 4 })
    s.oval([x, y, rx * 0.72, ry * 0.7], s.glow([lighter(color, 0.3), darker(color, 0.12)]), {
      stroke: darker(color, 0.2),
      'stroke-width': 2,
    })
  }
  plate([turned ? 240 : 320, 420, 230, 84])
  plate([turned ? 240 : 320, 394, 176, 62])
  const bowl = (x: number, y: number, r: number) => {
    s.path(
      `M${x - r} ${y}Q${x - r * 0.8} ${y + r * 0.95} ${x - r * 0.4} ${y + r}H${x + r * 0.4}Q${x + r * 0.8} ${y + r * 0.95} ${x + r} ${y}Z`,
      s.round(color),
    )
    s.path(
      `M${x - r * 0.88} ${y + r * 0.5}Q${x} ${y + r * 0.75} ${x + r * 0.88} ${y + r * 0.5}L${x + r * 0.4} ${y + r}H${x - r * 0.4}Z`,
      '#6f7f86',
      { opacity: 0.55 },
    )
    s.oval([x, y, r, r * 0.26], darker(color, 0.25), { stroke: rim, 'stroke-width': 4 })
    s.oval([x, y + 5, r * 0.9, r * 0.19], s.fade('h', [darker(color, 0.35), lighter(color, 0.15)]))
  }
  bowl(turned ? 250 : 330, 270, 108)
  bowl(turned ? 460 : 140, 380, 84)
  s.line('M520 150L430 470M546 156L456 474', '#7d5837', 10, turned ? { transform: 'translate(-390 0)' } : {})
}

export const candles: Drawing = (s, { color, accent, turned }) => {
  s.floor([300, 520, 250, 30])
  if (!turned) carton(s, [70, 230, 250, 280, 60], accent)
  if (!turned) s.box([120, 320, 150, 90, 4], lighter(accent, 0.75))
  if (!turned) s.line('M160 380Q195 320 230 380M195 350V392', accent, 5)
  const jar = (x: number, y: number, tone: string) => {
    const w = 138
    s.oval([x + w / 2, y - 96, 60, 90], s.glow(['rgba(255,205,110,.75)', 'rgba(255,205,110,0)']))
    s.box([x, y, w, 160, 16], s.round(tone), { opacity: 0.92 })
    s.oval([x + w / 2, y + 6, w / 2, 15], lighter(tone, 0.5))
    s.oval([x + w / 2, y + 12, w / 2 - 8, 11], '#f4ead2')
    s.line(`M${x + w / 2} ${y + 12}v-26`, '#4a3a2c', 4)
    s.path(`M${x + w / 2} ${y - 76}q26 40 14 58-14 14-28 0-10-20 14-58Z`, s.fade('v', ['#fff3c4', '#ffb347', '#e8742a']))
    s.box([x + 26, y + 60, w - 52, 62, 3], '#fbf6ea')
    s.line(`M${x + 44} ${y + 82}h${w - 88}M${x + 54} ${y + 100}h${w - 108}`, '#8d7a5c', 4)
  }
  if (turned) jar(60, 330, lighter(color, 0.2))
  if (turned) jar(231, 350, darker(accent, 0.05))
  jar(380, 350, color)
  sheen(s, 'M392 370h12v120h-12Z', 0.5)
}
