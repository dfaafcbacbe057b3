import { darker, lighter } from '../colors.ts'
import { cloth, type Drawing, seam, sheen } from '../look.ts'

export const yogaMat: Drawing = (s, { color, turned }) => {
  if (turned) {
    s.floor([300, 500, 150, 22])
    s.box([206, 110, 180, 390, 80], s.round(color))
    s.oval([296, 150, 90, 46], darker(color, 0.15))
    for (const r of [78, 60, 42, 24])
      s.oval([296, 150, r, r * 0.5], 'none', { stroke: r % 4 ? lighter(color, 0.3) : darker(color, 0.4), 'stroke-width': 7 })
    s.line('M206 270Q296 310 386 270M206 400Q296 440 386 400', '#2a2d33', 14, { 'stroke-linecap': 'butt' })
    return
  }
  s.floor([310, 440, 270, 40])
  s.path('M200 240H560L540 470H90Z', s.fade('d', [lighter(color, 0.25), color, darker(color, 0.15)]))
  s.line('M200 300H548M170 360H546M130 420H542', lighter(color, 0.25), 2, { opacity: 0.4 })
  s.path('M90 470H540L538 482H92Z', darker(color, 0.4))
  s.path(
    'M100 180H246Q280 190 262 260L150 470Q110 490 78 470 40 440 60 400Z',
    s.fade('d', [lighter(color, 0.3), color, darker(color, 0.4)]),
  )
  s.oval([104, 430, 46, 54], darker(color, 0.1), { transform: 'rotate(20 104 430)' })
  for (const r of [36, 26, 16, 7])
    s.oval([104, 430, r, r * 1.16], 'none', { stroke: darker(color, 0.4), 'stroke-width': 5, transform: 'rotate(20 104 430)' })
}

export const dumbbell: Drawing = (s, { turned }) => {
  const one = (transform: string) =>
    s.group({ transform }, () => {
      s.box([190, 286, 220, 40, 16], s.fade('v', ['#eef0f2', '#9aa0a8', '#5d636c']))
      for (let x = 230; x < 370; x += 12) s.line(`M${x} 288v36`, '#6b7078', 3)
      for (const side of [0, 1])
        for (let i = 0; i < 4; i++) {
          const x = side ? 372 + i * 34 : 196 - i * 34
          const h = 250 - i * 26
          s.box([x, 306 - h / 2, 32, h, 8], s.fade('v', ['#6b717b', '#33373e', '#17191d']))
          s.box([x + 4, 312 - h / 2, 7, h - 12, 3], '#fff', { opacity: 0.14 })
        }
      s.box([154, 296, 20, 20, 4], '#e0562b')
      s.box([452, 296, 20, 20, 4], '#e0562b')
    })
  s.floor([320, turned ? 500 : 450, 270, 34])
  if (turned) {
    one('translate(60 -60) scale(.75)')
    one('translate(110 130) scale(.82)')
  } else one('rotate(-8 300 300)')
}

export const tent: Drawing = (s, { color, turned }) => {
  s.floor([300, 494, 290, 34])
  const dome = 'M40 490Q120 150 300 130 480 150 560 490Z'
  s.path(dome, s.fade('h', [lighter(color, 0.25), color, darker(color, 0.3)]))
  s.clip(dome, () => {
    s.path('M300 130Q420 220 450 490H560Q480 150 300 130Z', darker(color, 0.3), { opacity: 0.6 })
    s.line('M300 130Q180 220 150 490M300 130Q420 220 450 490', darker(color, 0.4), 5)
    s.line('M280 140Q150 220 110 470', '#fff', 18, { opacity: 0.25, filter: s.blur(8) })
    if (!turned) {
      s.path('M300 210Q220 300 206 490H394Q380 300 300 210Z', '#2b2f2a')
      s.path('M300 210Q220 300 206 490H236Q240 320 300 210Z', lighter(color, 0.4))
      s.path('M300 210Q380 300 394 490H356Q350 330 300 210Z', lighter(color, 0.2))
      s.path('M250 470Q300 430 352 470V490H244Z', '#c8883f')
    } else s.path('M232 300Q300 250 368 300V390Q300 410 232 390Z', '#39403c', { stroke: lighter(color, 0.4), 'stroke-width': 6 })
  })
  s.line('M300 130L300 108M300 132Q330 104 400 120', darker(color, 0.5), 6)
  s.line('M70 400L10 500M530 400L590 500', '#d98b2b', 3)
}

export const campSet: Drawing = (s, { color, turned }) => {
  const wood = s.fade('h', ['#d9ae78', '#b98550', '#8f6136'])
  s.floor([300, 516, 280, 30])
  const chair = (transform: string) =>
    s.group({ transform }, () => {
      s.line('M20 150L110 320M110 150L20 320M6 40V320', '#6d7178', 9)
      s.path('M0 20Q40 34 96 26L104 140H8Z', s.soft(color))
      s.path('M8 140H112L122 168H14Z', s.soft(darker(color, 0.15)))
      s.line('M-6 110H34', '#8f6136', 12)
    })
  chair('translate(40 180)')
  chair('translate(560 180) scale(-1 1)')
  s.line('M210 330L380 516M390 330L220 516', '#6d7178', 10)
  for (let i = 0; i < 6; i++) s.path(`M${150 + i * 4} ${292 + i * 8}H${450 - i * 4}v7H${150 + i * 4}Z`, wood)
  if (turned) {
    s.path('M260 292V240H340V292Z', s.round('#c7ccd2'))
    s.line('M340 254q26 4 20 26', '#c7ccd2', 7)
  } else {
    s.path('M270 290L262 236H300L294 290Z', s.round('#e0562b'))
    s.box([320, 262, 60, 28, 6], s.soft('#6f8f5a'))
  }
}

export const helmet: Drawing = (s, { color, accent, turned }) => {
  s.floor([300, 470, 220, 28])
  s.line('M190 380Q220 500 300 512 360 500 392 390', '#23262c', 11)
  s.box([274, 498, 44, 24, 6], '#15171b')
  s.group({ transform: turned ? 'translate(600 0) scale(-1 1) rotate(-8 300 300)' : '' }, () => {
    const d = 'M70 350Q60 160 250 120 430 96 520 250 548 310 540 350 500 372 440 356 380 420 240 404 130 410 70 350Z'
    s.cast(d, 12)
    s.path(d, s.fade('d', [lighter(color, 0.4), color, darker(color, 0.35)]))
    s.clip(d, () => {
      for (const vent of [
        'M140 220Q220 160 300 166 220 200 150 270Z',
        'M160 300Q250 220 380 200 290 260 180 340Z',
        'M260 340Q340 260 460 250 380 300 300 366Z',
        'M330 150Q420 160 470 220 400 190 330 180Z',
      ])
        s.path(vent, s.fade('v', ['#0e1014', '#3a3f47']))
      s.line('M100 250Q200 120 380 130', '#fff', 16, { opacity: 0.4, filter: s.blur(7) })
      s.line('M80 356Q200 400 340 386 420 372 540 346', accent, 14)
    })
    s.path('M500 246Q570 280 588 330 560 344 536 344Z', darker(color, 0.4))
    s.oval([84, 330, 12, 18], '#e23b3b')
  })
}

export const poles: Drawing = (s, { color, accent, turned }) => {
  const pole = (transform: string) =>
    s.group({ transform }, () => {
      s.line('M0 -210V240', '#1b2030', 14, { opacity: 0.25, filter: s.blur(6), transform: 'translate(8 10)' })
      s.line('M0 -100V20', color, 17, { 'stroke-linecap': 'butt' })
      s.line('M0 20V130', lighter(color, 0.2), 13, { 'stroke-linecap': 'butt' })
      s.line('M0 130V230', lighter(color, 0.45), 9, { 'stroke-linecap': 'butt' })
      s.line('M-4 -100V230', '#fff', 3, { opacity: 0.6 })
      for (const y of [14, 126]) s.box([-12, y, 26, 20, 4], accent)
      s.oval([0, 216, 24, 8], '#24272d')
      s.path('M-4 230H4L1 262H-1Z', '#8b9199')
      s.path('M-14 -190Q-20 -214 6 -216 22 -210 18 -186L12 -100H-12Z', s.fade('h', ['#a8784c', '#d3a676', '#6d4a2b']))
      s.line('M-12 -168H14M-12 -150H13M-12 -132H12', '#6d4a2b', 3)
      s.line('M10 -200Q60 -180 46 -120 34 -90 14 -116', '#2b2e34', 7)
    })
  pole(turned ? 'translate(250 300) rotate(0)' : 'translate(240 300) rotate(18)')
  pole(turned ? 'translate(370 320) rotate(0)' : 'translate(360 310) rotate(-18)')
}

export const towel: Drawing = (s, { color, accent }) => {
  s.floor([300, 500, 250, 30])
  const roll = (x: number, y: number, tone: string) => {
    cloth(s, `M${x} ${y - 60}H${x + 300}V${y + 60}H${x}Z`, tone, { dark: `M${x} ${y + 50}h300`, light: `M${x} ${y - 36}h300` })
    s.box([x + 210, y - 60, 40, 120], lighter(tone, 0.5), { opacity: 0.7 })
    s.oval([x, y, 34, 60], darker(tone, 0.08))
    for (const r of [46, 32, 18]) s.oval([x, y, r * 0.55, r], 'none', { stroke: darker(tone, 0.25), 'stroke-width': 5 })
  }
  roll(130, 420, color)
  roll(190, 420, accent)
  roll(150, 296, lighter(color, 0.4))
  seam(s, 'M170 346H450', color)
}

export const umbrella: Drawing = (s, { color, accent }) => {
  s.floor([320, 530, 120, 16])
  s.line('M300 120V470Q300 520 340 520 374 518 372 484', '#6d4a2b', 14)
  s.line('M298 120V470', '#fff', 3, { opacity: 0.5 })
  const d =
    'M40 310Q70 110 300 100 530 110 560 310 520 276 474 306 430 270 386 306 342 270 300 306 258 270 214 306 170 270 126 306 80 276 40 310Z'
  s.cast(d)
  s.path(d, s.fade('h', [lighter(color, 0.3), color, darker(color, 0.3)]))
  s.clip(d, () => {
    s.path('M300 96Q190 160 126 320L214 320Q230 180 300 96ZM300 96Q370 180 386 320L474 320Q430 170 300 96Z', accent, {
      opacity: 0.9,
    })
    s.line(
      'M300 100Q150 170 126 310M300 100Q230 190 214 310M300 100V310M300 100Q370 190 386 310M300 100Q450 170 474 310',
      '#12151d',
      3,
      { opacity: 0.35 },
    )
    sheen(s, 'M120 200Q180 130 280 116 190 160 150 240Z', 0.4)
  })
  s.line('M300 100V78', '#6d4a2b', 10)
}
