import { darker, lighter } from '../colors.ts'
import { cloth, type Drawing, seam, sheen } from '../look.ts'

export const tote: Drawing = (s, { color, accent, turned }) => {
  s.floor([300, 520, 230, 30])
  const handle = 'M214 246Q214 84 300 84 386 84 386 246'
  s.line(handle, darker(color, 0.36), 18, { transform: 'translate(12 -10)' })
  const body = 'M120 226H480L508 500Q508 520 488 520H112Q92 520 92 500Z'
  cloth(s, body, color, {
    dark: 'M110 500Q300 470 490 500M140 240Q150 380 130 500M460 240Q450 380 472 500',
    light: 'M180 250Q170 380 164 480M330 250Q360 340 350 470',
  })
  s.path('M120 226H480L476 206H126Z', darker(color, 0.42))
  seam(s, 'M122 240H478M106 500H494', color)
  s.line(handle, darker(color, 0.12), 18)
  s.line(handle, lighter(color, 0.22), 4, { transform: 'translate(-4 -2)', opacity: 0.7 })
  for (const x of [198, 370]) {
    s.path(`M${x} 240h32v58l-16 14-16-14Z`, s.soft(darker(color, 0.1)))
    s.oval([x + 16, 288, 6], s.glow(['#f6e3b4', '#a67c3a']))
  }
  if (accent !== color) s.path('M300 330c26-44 84-16 62 34-14 30-44 46-62 62-18-16-48-32-62-62-22-50 36-78 62-34Z', accent)
  else if (turned)
    s.path('M180 330H420V440Q420 452 408 452H192Q180 452 180 440Z', 'none', { stroke: darker(color, 0.35), 'stroke-width': 3 })
  else s.box([262, 350, 76, 30, 4], 'none', { stroke: darker(color, 0.3), 'stroke-width': 2 })
}

export const chainBag: Drawing = (s, { color, turned }) => {
  s.floor([300, 500, 210, 26])
  const chain = turned ? 'M150 300Q60 430 180 520 300 560 430 520' : 'M142 300Q120 80 300 66 480 80 458 300'
  s.line(chain, '#8f6b2e', 14)
  s.line(chain, '#f0d491', 9, { 'stroke-dasharray': '12 9' })
  const body = 'M128 286Q126 270 144 268H456Q474 270 472 286L484 478Q484 498 464 498H136Q116 498 116 478Z'
  s.path(body, s.soft(darker(color, 0.08)))
  const flap = 'M124 268Q126 250 150 248H450Q474 250 476 268V360Q420 424 300 426 180 424 124 360Z'
  s.cast(flap, 10)
  s.path(flap, s.soft(color), { stroke: darker(color, 0.3), 'stroke-width': 1.5 })
  s.clip(flap, () => {
    let quilt = ''
    for (let x = -120; x < 520; x += 52) quilt += `M${x + 60} 240l220 220M${x + 280} 240l-220 220`
    s.line(quilt, darker(color, 0.3), 4, { opacity: 0.6 })
    s.line(quilt, '#ffffff', 3, { opacity: 0.25, transform: 'translate(0 5)' })
    s.path('M124 248H476V300Q300 330 124 300Z', '#fff', { opacity: 0.12, filter: s.blur(10) })
  })
  s.box([272, 386, 56, 50, 12], s.fade('d', ['#fbeec3', '#c99b4c', '#8a6428']))
  s.oval([300, 411, 11], '#7d5a22')
}

export const suitcase: Drawing = (s, { color, turned }) => {
  s.floor([304, 546, 170, 22])
  s.line('M238 120V40H362V120', '#8b9097', 13)
  s.line('M238 120V40H362V120', '#e3e6ea', 4)
  s.box([262, 30, 76, 22, 10], '#2c2f35')
  for (const x of [190, 386]) {
    s.box([x, 524, 26, 26, 8], '#2c2f35')
    s.box([x + 6, 534, 14, 18, 6], '#6a7078')
  }
  s.box(
    [160, 112, 280, 420, 40],
    s.fade('h', [darker(color, 0.24), lighter(color, 0.38), color, darker(color, 0.3)], [0, 0.2, 0.55, 1]),
  )
  if (turned) {
    s.box([292, 112, 16, 420], darker(color, 0.5))
    s.box([276, 280, 48, 90, 12], s.soft('#3a3d44'))
    for (let y = 150; y < 500; y += 44) s.line(`M176 ${y}H280M320 ${y}H424`, darker(color, 0.22), 5, { opacity: 0.7 })
    return
  }
  let ribs = ''
  for (let x = 200; x <= 400; x += 40) ribs += `M${x} 330V512`
  s.line(ribs, darker(color, 0.25), 9, { opacity: 0.6 })
  s.line(ribs, '#ffffff', 4, { opacity: 0.4, transform: 'translate(-5 0)' })
  s.box([186, 140, 228, 166, 22], s.soft(lighter(color, 0.08)), { stroke: darker(color, 0.35), 'stroke-width': 3 })
  s.line('M196 296H404', '#31343a', 7)
  s.box([386, 286, 16, 34, 5], '#c9ced5')
  s.box([278, 118, 44, 14, 7], '#2c2f35')
  s.box([282, 206, 36, 18, 4], s.fade('h', ['#eef0f2', '#9aa0a8']))
  sheen(s, 'M190 170Q196 148 214 146L202 300 190 300Z', 0.4)
}

export const backpack: Drawing = (s, { color, accent, turned }) => {
  s.floor([300, 538, 190, 26])
  s.line('M262 104Q262 62 300 62 338 62 338 104', darker(color, 0.4), 14)
  const body = 'M150 250Q150 90 300 90 450 90 450 250V492Q450 534 408 534H192Q150 534 150 492Z'
  s.line('M160 250Q110 330 140 470M440 250Q490 330 460 470', darker(color, 0.35), 26)
  cloth(s, body, color, {
    dark: 'M170 500Q300 530 430 500M180 200Q160 320 176 500M430 220Q440 340 426 500',
    light: 'M210 150Q180 240 190 400M300 110Q380 120 410 200',
  })
  if (turned) {
    for (const x of [206, 350])
      s.path(`M${x} 130Q${x - 14} 300 ${x + 4} 470H${x + 40}Q${x + 56} 300 ${x + 44} 130Z`, s.soft(darker(color, 0.3)), {
        stroke: darker(color, 0.5),
        'stroke-width': 2,
      })
    s.line('M262 250H342', '#15171c', 9)
    return
  }
  s.line('M164 250Q176 120 300 116 424 120 436 250', darker(color, 0.45), 9)
  s.line('M164 250Q176 120 300 116 424 120 436 250', lighter(color, 0.4), 2, { 'stroke-dasharray': '4 3' })
  const pocket = 'M184 330Q184 306 208 306H392Q416 306 416 330V486Q416 510 392 510H208Q184 510 184 486Z'
  s.path(pocket, s.soft(lighter(color, 0.06)), { stroke: darker(color, 0.35), 'stroke-width': 2 })
  s.line('M200 338H400', darker(color, 0.45), 9)
  s.line('M200 338H400', accent, 2, { 'stroke-dasharray': '4 3' })
  s.line('M394 340V376M426 214V250', accent, 8)
  s.box([262, 220, 76, 44, 8], s.soft(accent))
  s.line('M276 250L296 232 312 246 324 236', '#ffffff', 4)
}

export const wallet: Drawing = (s, { color, turned }) => {
  s.group({ transform: turned ? 'rotate(10 300 320)' : 'rotate(-8 300 320)' }, () => {
    if (turned) {
      s.box([150, 130, 300, 120, 10], s.soft('#5f9ea0'))
      s.box([150, 130, 300, 34, 10], '#f3efe2')
      for (const [i, tone] of ['#d7dde5', '#c9a15a', '#6a86b0'].entries()) s.box([166, 176 + i * 26, 268, 70, 10], s.soft(tone))
    }
    const d = 'M104 216Q104 196 124 196H476Q496 196 496 216V424Q496 444 476 444H124Q104 444 104 424Z'
    s.cast(d, 20)
    s.path('M112 210H488V236H112Z', darker(color, 0.5))
    cloth(s, d, color, { dark: 'M110 436H490M490 210V440', light: 'M120 206H300M120 206V330' })
    seam(s, 'M118 432H482V210M118 432V210H482', color)
    s.path('M400 290H496V350H400Q372 350 372 320 372 290 400 290Z', s.soft(lighter(color, 0.06)), {
      stroke: darker(color, 0.35),
      'stroke-width': 2,
    })
    s.oval([402, 320, 13], s.glow(['#fbeec3', '#a67c3a']))
    s.path('M150 380h60l-8 20h-44Z', 'none', { stroke: darker(color, 0.3), 'stroke-width': 3 })
  })
}

/** A stack of folding storage boxes, lids on. */
export const storageBoxes: Drawing = (s, { color, accent, turned }) => {
  s.floor([300, 530, 240, 28])
  const tones = turned ? [accent, color, '#d8d2c4'] : [color, '#d8d2c4', accent]
  for (const [i, tone] of tones.entries()) {
    const [x, y, w, h] = [96 + i * 26, 372 - i * 146, 400 - i * 52, 156]
    s.path(
      `M${x + 10} ${y}H${x + w - 10}L${x + w - 20} ${y + h}H${x + 20}Z`,
      s.fade('h', [lighter(tone, 0.2), tone, darker(tone, 0.25)]),
    )
    s.path(`M${x + w * 0.34} ${y + 24}h${w * 0.32}v74h${-w * 0.32}Z`, '#ffffff', { opacity: 0.28 })
    s.line(`M${x + 40} ${y + 20}v${h - 40}M${x + w - 40} ${y + 20}v${h - 40}`, darker(tone, 0.25), 4, { opacity: 0.5 })
    s.box([x - 4, y - 14, w + 8, 30, 10], s.fade('v', [lighter(tone, 0.4), tone, darker(tone, 0.25)]))
    s.box([x + 8, y + 4, 24, 36, 6], darker(tone, 0.25))
    s.box([x + w - 32, y + 4, 24, 36, 6], darker(tone, 0.25))
  }
}
