import { darker, lighter } from '../colors.ts'
import { carton, type Drawing, sheen } from '../look.ts'
import type { Sheet } from '../sheet.ts'

/** A foil pouch with crimped ends; what is in it is drawn on its front. */
function pouch(s: Sheet, [x = 0, y = 0, w = 0, h = 0]: readonly number[], color: string): void {
  const d = `M${x} ${y}h${w}l-10 ${h * 0.5} 10 ${h * 0.5}q${-w / 2} 14 ${-w} 0l10 ${-h * 0.5}Z`
  s.cast(d)
  s.path(
    d,
    s.fade(
      'h',
      [darker(color, 0.2), lighter(color, 0.35), color, lighter(color, 0.12), darker(color, 0.3)],
      [0, 0.12, 0.4, 0.8, 1],
    ),
  )
  s.clip(d, () => {
    s.box([x, y, w, 34], darker(color, 0.15), { opacity: 0.6 })
    let crimps = ''
    for (let i = 6; i < w; i += 9) crimps += `M${x + i} ${y}v30`
    s.line(crimps, '#fff', 2, { opacity: 0.35 })
    s.line(
      `M${x + 30} ${y + 60}Q${x + 50} ${y + h / 2} ${x + 26} ${y + h - 30}M${x + w - 40} ${y + 70}Q${x + w - 60} ${y + h / 2} ${x + w - 34} ${y + h - 20}`,
      '#fff',
      10,
      { opacity: 0.28, filter: s.blur(5) },
    )
  })
}

/** Lines where a label has its text. */
function label(s: Sheet, [x = 0, y = 0, w = 0]: readonly number[], color: string): void {
  s.line(`M${x} ${y}h${w}`, color, 12)
  s.line(`M${x + w * 0.15} ${y + 24}h${w * 0.7}M${x + w * 0.25} ${y + 42}h${w * 0.5}`, color, 5, { opacity: 0.6 })
}

const nut = (s: Sheet, [x = 0, y = 0, size = 0, turn = 0]: readonly number[], kind: number): void =>
  s.group({ transform: `translate(${x} ${y}) rotate(${turn}) scale(${size})` }, () => {
    if (kind === 0) {
      s.path('M0 -30Q26 -6 16 22 0 38 -16 22 -26 -6 0 -30Z', s.soft('#b9743a'))
      s.line('M-6 -14Q-10 10 -4 26M6 -14Q10 10 4 26', '#7c4a22', 2)
    } else if (kind === 1) {
      s.path('M-26 -14Q0 -34 24 -12 34 8 14 12 0 0 -8 12 -30 18 -26 -14Z', s.soft('#ecd3a0'))
      s.line('M-16 -12Q0 -22 16 -8', '#c9a366', 2)
    } else if (kind === 2) {
      s.oval([0, 0, 26, 23], s.soft('#c79a63'))
      s.line('M0 -22Q-8 0 0 22M-18 -10Q-8 -2 -20 10M18 -10Q8 -2 20 10', '#8a5f33', 3)
    } else s.oval([0, 0, 17, 13], s.glow(['#c0455f', '#6d1f3a'], [0.35, 0.3]))
  })

export const nuts: Drawing = (s, { color, turned }) => {
  if (!turned) {
    s.floor([300, 510, 240, 26])
    carton(s, [90, 170, 320, 330, 84], color)
    s.path('M90 170h320v84q-160 40-320 0Z', s.soft('#2f5143'))
    s.box([140, 200, 220, 22, 11], '#f6e9c9')
    label(s, [170, 450, 160], '#6b4322')
  } else {
    s.floor([300, 420, 250, 60])
    s.path('M80 330H520Q510 470 400 480H200Q90 470 80 330Z', s.round('#e8dfcf'))
    s.oval([300, 330, 220, 60], '#cfc3ac')
  }
  const many = turned ? 30 : 11
  for (let n = 0; n < many; n++) {
    const x = turned ? 120 + ((n * 61) % 360) : 140 + ((n * 67) % 230)
    const y = turned ? 290 + ((n * 37) % 76) : 330 + ((n * 41) % 90)
    nut(s, [x, y, turned ? 1.25 : 1.1, (n * 47) % 180], n % 4)
  }
}

function strawberry(s: Sheet, x: number, y: number, size: number): void {
  s.group({ transform: `translate(${x} ${y}) scale(${size})` }, () => {
    s.path('M0 60Q-52 14 -40 -22 -20 -44 0 -30 20 -44 40 -22 52 14 0 60Z', s.glow(['#f2596a', '#c01f3a'], [0.35, 0.3]))
    s.line('M-20 -10v5M0 -8v5M20 -10v5M-28 8v5M-9 12v5M11 12v5M28 8v5M-16 30v5M4 34v5M17 28v5', '#ffd9a0', 4)
    s.path('M0 -28L-34 -34 -16 -22 -20 -4 0 -20 20 -4 16 -22 34 -34Z', '#4f8a3a')
  })
}

export const strawberries: Drawing = (s, { color, turned }) => {
  if (!turned) {
    pouch(s, [150, 60, 300, 450], color)
    s.oval([300, 310, 116, 110], '#fff6f2')
    for (const [x, y, z] of [
      [264, 280, 1],
      [344, 290, 1.05],
      [302, 340, 1.1],
    ] as const)
      strawberry(s, x, y, z)
    label(s, [220, 140, 160], '#fff6f2')
    return
  }
  s.floor([300, 440, 240, 60])
  for (const [x, y, z] of [
    [180, 300, 1.5],
    [300, 260, 1.6],
    [420, 310, 1.5],
    [240, 390, 1.6],
    [370, 400, 1.7],
  ] as const)
    strawberry(s, x, y, z)
}

export const nougat: Drawing = (s, { color, turned }) => {
  s.floor([300, 500, 250, 30])
  if (!turned) {
    carton(s, [80, 220, 300, 260, 80], color)
    s.path('M80 220h300v70q-150 50-300 0Z', '#f4e6d0')
    label(s, [150, 250, 160], '#8d3a3a')
    s.box([210, 196, 40, 284], '#d9a441', { opacity: 0.85 })
  }
  const pieces: readonly (readonly [number, number, number])[] = turned
    ? [
        [150, 200, -12],
        [330, 180, 10],
        [110, 330, 8],
        [290, 330, -6],
        [420, 340, 18],
        [230, 440, 4],
      ]
    : [
        [380, 420, -10],
        [440, 480, 14],
        [330, 500, 4],
      ]
  for (const [x, y, turn] of pieces)
    s.group({ transform: `translate(${x} ${y}) rotate(${turn}) scale(${turned ? 1.2 : 1})` }, () => {
      s.path('M0 0l20 -20h100l-20 20Z', '#fffaf0')
      s.path('M100 0l20 -20v48l-20 20Z', '#d9c7a6')
      s.box([0, 0, 100, 48, 3], s.fade('d', ['#fbf3e2', '#efe0c2']))
      for (const [px, py] of [
        [18, 14],
        [44, 30],
        [66, 12],
        [84, 32],
        [30, 38],
      ] as const)
        s.oval([px, py, 9, 6], '#b9743a', { transform: `rotate(${px} ${px} ${py})` })
      s.oval([56, 20, 7], '#b02a45')
    })
}

export const tea: Drawing = (s, { color, turned }) => {
  s.floor([300, 540, turned ? 230 : 160, 26])
  if (turned) {
    s.path(
      'M180 250H420L396 520Q392 536 376 536H224Q208 536 204 520Z',
      s.fade('h', ['rgba(255,255,255,.9)', 'rgba(226,240,214,.7)', 'rgba(255,255,255,.95)']),
      { stroke: '#c8d1c4', 'stroke-width': 3 },
    )
    s.path('M190 330H410L394 514Q392 526 376 526H224Q210 526 208 514Z', s.fade('v', ['#d9dd8f', '#b9c25f']), { opacity: 0.85 })
    for (let n = 0; n < 16; n++)
      s.path('M0 -24Q12 0 0 24 -10 0 0 -24Z', n % 2 ? '#6d8a3a' : '#4f7030', {
        transform: `translate(${226 + ((n * 53) % 150)} ${400 + ((n * 31) % 110)}) rotate(${((n * 67) % 180) - 90})`,
      })
    s.oval([300, 250, 120, 20], 'rgba(255,255,255,.5)', { stroke: '#c8d1c4', 'stroke-width': 3 })
    return
  }
  s.path('M188 170H412V510Q412 540 380 540H220Q188 540 188 510Z', s.round(color))
  s.oval([300, 172, 112, 22], lighter(color, 0.2))
  s.path('M196 96H404V166Q300 190 196 166Z', s.round(darker(color, 0.25)))
  s.oval([300, 96, 104, 20], s.soft(lighter(color, 0.1)))
  s.path('M222 260H378V470H222Z', '#f5efdc')
  s.path('M222 400Q262 340 300 380 340 330 378 390V470H222Z', '#8fae6a')
  s.path('M222 430Q280 390 378 436V470H222Z', '#5d8546')
  s.oval([340, 310, 20], '#e9b65c')
  label(s, [246, 288, 70], '#3d5a34')
}

export const puer: Drawing = (s, { turned }) => {
  s.oval([306, 334, 226, 222], '#1b2030', { opacity: 0.3, filter: s.blur(12), transform: 'translate(6 12)' })
  if (!turned) {
    s.oval([300, 310, 226], s.glow(['#f6ecd6', '#dcc79d'], [0.4, 0.35]))
    let creases = ''
    for (let i = 0; i < 24; i++)
      creases += `M${Math.round(300 + 150 * Math.cos(i * 0.262))} ${Math.round(310 + 150 * Math.sin(i * 0.262))}L${Math.round(300 + 222 * Math.cos(i * 0.262 + 0.1))} ${Math.round(310 + 222 * Math.sin(i * 0.262 + 0.1))}`
    s.line(creases, '#b59a66', 3, { opacity: 0.45 })
    s.oval([300, 310, 136], '#fbf5e6', { stroke: '#9c2f26', 'stroke-width': 6 })
    s.path('M190 340Q240 260 290 320 330 240 410 340 360 420 300 424 230 420 190 340Z', '#7b8f5a')
    s.oval([300, 262, 24], '#b5382c')
    label(s, [240, 390, 120], '#5b2a20')
    return
  }
  s.oval([300, 310, 226], s.glow(['#6d4630', '#2f1c13'], [0.4, 0.35]))
  let leaves = ''
  for (let n = 0; n < 170; n++) {
    const [a, r] = [n * 2.4, 16.4 * Math.sqrt(n)]
    const [x, y] = [Math.round(300 + r * Math.cos(a)), Math.round(310 + r * Math.sin(a))]
    leaves += `M${x} ${y}l${((n * 7) % 22) - 11} ${((n * 13) % 18) - 9}`
  }
  s.line(leaves, '#8d6142', 6, { opacity: 0.55 })
  s.line(leaves, '#c2966b', 2, { opacity: 0.5, transform: 'translate(2 -3)' })
  s.oval([300, 310, 34], s.glow(['#1d110b', '#4a2e20']))
}

export const dripCoffee: Drawing = (s, { color, turned }) => {
  s.floor([300, 530, 230, 28])
  if (!turned) {
    carton(s, [90, 160, 250, 350, 70], color)
    s.oval([215, 300, 70], '#f6ecd9')
    s.path('M176 286h78v34q0 34-39 34t-39-34ZM254 294q24 0 22 20t-26 16', '#5a3a26')
    s.line('M196 274q-8-16 2-28M218 274q-8-16 2-28M240 274q-8-16 2-28', color, 5)
    label(s, [140, 410, 150], '#f6ecd9')
  }
  const [x, y] = turned ? [170, 250] : [350, 360]
  const k = turned ? 1.55 : 0.95
  s.group({ transform: `translate(${x} ${y}) scale(${k})` }, () => {
    s.path('M20 30H150L138 160Q136 170 124 170H46Q34 170 32 160Z', s.fade('h', ['#e3e0da', '#ffffff', '#d6d2ca']))
    s.line('M150 60q40 0 34 34-6 26-42 24', '#f3f1ec', 13)
    s.oval([85, 30, 65, 14], '#3a2417')
    s.path('M30 -60H140L128 22H42Z', s.fade('h', ['#f7f0e2', '#fffdf8', '#e9dfcb']))
    s.path('M36 -40H134L130 -12H40Z', '#6b4128')
    s.path('M30 -60L6 -6 30 10ZM140 -60L164 -6 140 10Z', color)
  })
}

export const rice: Drawing = (s, { color, turned }) => {
  s.floor([300, 536, 210, 26])
  if (turned) {
    s.path('M90 300H510Q500 520 380 530H220Q100 520 90 300Z', s.round('#a8794c'))
    s.oval([300, 300, 210, 60], '#7d5735')
    s.path('M110 296Q200 180 300 190 400 180 490 296 400 350 300 350 190 350 110 296Z', s.fade('v', ['#ffffff', '#eee9dc']))
    let grains = ''
    for (let n = 0; n < 150; n++)
      grains += `M${140 + ((n * 97) % 320)} ${236 + ((n * 53) % 96)}l${(n % 5) * 3 - 6} ${(n % 3) * 4 - 4}`
    s.line(grains, '#cfc6b0', 6)
    s.line(grains, '#fffdf6', 4, { transform: 'translate(-1 -1)' })
    return
  }
  pouch(s, [140, 70, 320, 466], color)
  s.path('M196 240Q196 190 300 190 404 190 404 240V420Q404 450 300 450 196 450 196 420Z', '#fbf7ea')
  s.path('M210 400Q260 350 300 380 350 340 390 396V430Q300 450 210 430Z', '#d9b64e')
  s.line('M300 390Q296 300 316 240M306 320q26-10 30-34M306 300q-26-8-30-30M312 276q20-8 24-26M312 262q-18-6-20-20', '#a98327', 6)
  label(s, [236, 130, 128], '#fbf7ea')
  sheen(s, 'M160 120h16v380h-16Z', 0.3)
}

export const oliveOil: Drawing = (s, { turned }) => {
  s.floor([300, 556, 140, 20])
  const d = 'M268 150H332V190Q392 220 394 280V520Q394 552 364 552H236Q206 552 206 520V280Q208 220 268 190Z'
  s.path(d, s.fade('h', ['#2d3a17', '#8fa04a', '#55682a', '#3c4a1c', '#27320f'], [0, 0.2, 0.45, 0.8, 1]))
  s.clip(d, () => sheen(s, 'M224 280h14v240h-14Z', 0.55))
  s.box([258, 66, 84, 90, 8], s.fade('h', ['#7b6020', '#f0d891', '#a8852f']))
  s.line('M262 96H338M262 106H338', '#7b6020', 2)
  s.box([220, 310, 164, 190, 4], s.fade('h', ['#e9e0c4', '#fffaf0', '#e0d5b4']))
  if (turned) for (let y = 336; y < 480; y += 18) s.line(`M240 ${y}H${350 + (y % 4) * 5}`, '#7b7a5a', 5)
  else {
    s.line('M250 440Q300 400 350 350', '#6b5a2a', 5)
    for (const [x, y] of [
      [280, 400],
      [310, 408],
      [320, 362],
      [346, 380],
    ] as const)
      s.oval([x, y, 12, 17], s.glow(['#a3b052', '#566320'], [0.35, 0.3]))
    for (const turn of [-60, -20, 20])
      s.path('M0 0Q16 -12 40 0 16 12 0 0Z', '#6d8040', { transform: `translate(300 396) rotate(${turn - 40})` })
    label(s, [250, 462, 104], '#5b5630')
  }
}
