import { darker, lighter } from '../colors.ts'
import { cloth, type Drawing, seam } from '../look.ts'
import type { Sheet } from '../sheet.ts'

const teeShape =
  'M238 106C190 116 150 134 126 158L58 270 136 316 168 272C173 350 170 430 163 512Q300 530 437 512C430 430 427 350 432 272L464 316 542 270 474 158C450 134 410 116 362 106 345 148 255 148 238 106Z'

export const tee: Drawing = (s, { color, accent, turned }) => {
  s.cast(teeShape)
  s.path('M238 106C262 94 338 94 362 106 350 150 250 150 238 106Z', darker(color, 0.35))
  cloth(s, teeShape, color, {
    dark: 'M172 276Q220 330 236 420M428 276Q380 330 364 420M200 512Q214 440 206 380M396 512Q388 450 398 390M120 220Q150 260 150 300M480 220Q450 260 450 300',
    light: 'M190 290Q250 380 250 500M410 300Q350 400 344 505M150 170Q110 230 92 280M300 170Q330 300 318 420',
  })
  const rib = turned ? 'M238 108Q300 132 362 108' : 'M238 108C255 154 345 154 362 108'
  s.line(rib, darker(color, 0.12), 15, { 'stroke-linecap': 'butt' })
  s.line(rib, lighter(color, 0.12), 9, { 'stroke-linecap': 'butt' })
  seam(s, 'M164 496Q300 515 436 496M66 256L144 301M534 256L456 301', color)
  if (accent !== color) print(s, accent)
}

/** A sunset behind palms on the chest. */
function print(s: Sheet, color: string): void {
  s.oval([300, 300, 78], s.fade('v', ['#f6c453', color]))
  for (let i = 0; i < 5; i++) s.box([220, 318 + i * 13, 160, 3 + i], '#f3efe6')
  s.line(
    'M285 378Q300 330 292 286M292 286Q262 270 244 290M292 286Q284 256 258 256M292 286Q306 254 328 264M292 286Q318 280 330 300',
    '#243642',
    7,
  )
}

export const dress: Drawing = (s, { color, accent, turned }) => {
  const body =
    'M246 92L262 92Q272 138 300 142 328 138 338 92L354 92Q372 120 398 130L374 196Q358 236 364 266C392 350 424 430 446 520Q372 548 300 546 228 548 154 520C176 430 208 350 236 266Q242 236 226 196L202 130Q228 120 246 92Z'
  s.cast(body)
  if (!turned) s.path('M246 92Q300 104 354 92L338 92 300 142 262 92Z', darker(color, 0.3))
  cloth(s, body, color, {
    dark: 'M260 280Q232 400 206 536M300 290Q296 420 286 546M344 280Q372 400 392 532M236 262Q300 284 364 262M322 290Q336 420 344 546',
    light: 'M280 290Q262 420 244 540M318 290Q316 420 314 546M358 300Q392 420 424 520',
  })
  s.clip(body, () => blossoms(s, accent, darker(color, 0.3)))
  s.line('M237 262Q300 280 363 262', darker(color, 0.3), 9)
  s.line(
    'M300 270Q276 300 262 330M300 270Q318 300 336 322M300 270Q280 250 262 262 276 284 300 270Q322 250 338 262 326 284 300 270',
    darker(color, 0.25),
    6,
  )
}

/** Small flowers, the same ones on every dress. */
function blossoms(s: Sheet, color: string, leaf: string): void {
  let petals = ''
  let leaves = ''
  for (let n = 0; n < 60; n++) {
    const [x, y] = [150 + ((n * 137) % 307), 104 + ((n * 89) % 437)]
    const r = 4 + (n % 3)
    for (const [dx, dy] of [
      [0, -r],
      [r, 0],
      [0, r],
      [-r, 0],
    ] as const)
      petals += `M${x + dx - r} ${y + dy}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`
    leaves += `M${x + 9} ${y + 9}q9 -2 11 7q-9 2 -11 -7`
  }
  s.path(leaves, leaf, { opacity: 0.6 })
  s.path(petals, color, { opacity: 0.92 })
}

export const shirt: Drawing = (s, { color, turned }) => {
  const sleeves =
    'M232 118C190 128 166 142 152 168L84 430 132 446 196 270ZM368 118C410 128 434 142 448 168L516 430 468 446 404 270Z'
  const body =
    'M232 116L300 150 368 116C396 124 420 134 432 150 436 280 434 420 430 522Q300 542 170 522C166 420 164 280 168 150 180 134 204 124 232 116Z'
  s.cast(sleeves + body)
  cloth(s, sleeves, darker(color, 0.05), {
    dark: 'M180 220Q140 320 120 430M430 230Q460 330 480 430',
    light: 'M160 220Q120 330 104 420M446 220Q478 330 494 420',
  })
  cloth(s, body, color, {
    dark: 'M180 260Q240 320 250 420M420 260Q370 330 352 420M210 520Q220 460 212 400M390 520Q384 460 392 400',
    light: 'M200 260Q260 380 256 510M404 280Q350 380 350 500',
  })
  if (turned) {
    s.path('M228 118Q300 92 372 118L360 146Q300 128 240 146Z', s.soft(lighter(color, 0.1)), {
      stroke: darker(color, 0.3),
      'stroke-width': 1.5,
    })
    seam(s, 'M172 214Q300 236 428 214M290 226V520M310 226V520', color)
    return
  }
  s.path('M236 112Q300 96 364 112L340 140 300 152 260 140Z', darker(color, 0.4))
  for (const half of ['M236 110L300 158 268 194 222 130Q224 116 236 110Z', 'M364 110L300 158 332 194 378 130Q376 116 364 110Z'])
    s.path(half, s.soft(lighter(color, 0.12)), { stroke: darker(color, 0.3), 'stroke-width': 1.5 })
  s.path('M286 164H314V534H286Z', s.fade('h', [lighter(color, 0.18), darker(color, 0.06)]), {
    stroke: darker(color, 0.2),
    'stroke-width': 1,
  })
  for (let y = 206; y < 520; y += 62) s.oval([300, y, 6], s.soft('#e8e6e0'), { stroke: '#8d8f96', 'stroke-width': 1.5 })
  s.path('M346 240H408V300L377 316 346 300Z', 'none', { stroke: darker(color, 0.24), 'stroke-width': 2 })
  seam(s, 'M346 250H408', color)
}

export const jeans: Drawing = (s, { color, turned }) => {
  const d = 'M206 78H394C404 150 414 200 416 260L424 540H322L304 250H296L278 540H176L184 260C186 200 196 150 206 78Z'
  s.cast(d)
  cloth(s, d, color, {
    dark: 'M300 178Q276 220 232 240M300 178Q324 220 368 240M196 400Q230 420 270 404M330 404Q370 420 410 400M184 480L274 470M328 470L420 486',
    light: 'M232 260Q226 360 224 470M368 260Q374 360 376 470',
  })
  s.box([204, 78, 192, 26, 4], s.soft(lighter(color, 0.05)), { stroke: darker(color, 0.3), 'stroke-width': 1.5 })
  for (const x of [226, 290, 362]) s.box([x, 72, 12, 38, 3], darker(color, 0.12))
  const thread = '#d59a4e'
  const line = turned
    ? 'M216 140H282V214L249 230 216 214ZM318 140H384V214L351 230 318 214ZM222 170L249 186 276 170M324 170L351 186 378 170M300 104V250'
    : 'M210 112Q226 156 262 152M390 112Q374 156 338 152M300 104V250M318 104Q322 176 300 196'
  s.line(line, thread, 2.5, { 'stroke-dasharray': '6 4' })
  seam(s, 'M178 526H280M320 526H422', '#333333')
  if (!turned) s.oval([300, 91, 8], s.glow(['#f2ddb0', '#9a6a34']))
  else s.box([356, 82, 34, 18, 2], '#8a5630')
}

export const pyjamas: Drawing = (s, { color, accent }) => {
  const top = 'M246 66Q300 88 354 66L420 92 468 214 420 232 392 168V304H208V168L180 232 132 214 180 92Z'
  const legs = 'M214 330H386L404 546H322L302 400H298L278 546H196Z'
  for (const [d, dark, light] of [
    [
      legs,
      'M300 360Q270 380 230 384M300 360Q330 380 370 384M220 540L230 450M380 540L372 450',
      'M250 350L238 540M350 350L362 540',
    ],
    [top, 'M212 180Q250 220 254 300M388 180Q350 220 346 300M170 120L160 220M430 120L440 220', 'M230 180L250 300M300 100L310 300'],
  ] as const) {
    s.cast(d)
    cloth(s, d, color, { dark, light })
    s.clip(d, () => {
      for (let n = 0; n < 40; n++) {
        const [x, y] = [140 + ((n * 113) % 330), 74 + ((n * 71) % 470)]
        s.path(`M${x} ${y - 9}l3 6 7 1-5 5 1 7-6-3-6 3 1-7-5-5 7-1Z`, accent, { opacity: 0.85 })
      }
    })
  }
  s.line(
    'M246 68Q300 94 354 68M184 226L134 208M416 226L466 208M210 297H390M216 340H384M198 538H276M324 538H402',
    lighter(accent, 0.2),
    7,
    { 'stroke-linecap': 'butt' },
  )
}

export const scarf: Drawing = (s, { color, accent, turned }) => {
  const back = 'M360 150Q470 170 440 320L420 540H330L336 320Q350 240 300 220Z'
  const front = 'M190 170Q250 90 360 130 440 166 400 236 330 320 262 330L286 548H188L168 320Q140 230 190 170Z'
  for (const [d, tone] of [
    [back, accent],
    [front, turned ? accent : color],
  ] as const) {
    s.cast(d)
    cloth(s, d, tone, {
      dark: 'M200 180Q270 240 240 330L250 540M380 180Q420 260 380 380L386 540M230 150Q330 170 380 220M216 340L222 540',
      light: 'M190 220Q230 300 220 520M300 130Q380 160 400 210M400 300L400 520',
    })
  }
  s.path(
    'M196 176Q262 110 350 140 398 166 372 218 300 290 246 282 176 250 196 176Z',
    s.soft(turned ? color : darker(color, 0.06)),
  )
  s.line('M214 190Q290 130 366 176M214 220Q290 160 376 200M232 254Q310 220 366 226', darker(color, 0.22), 6, {
    opacity: 0.55,
    filter: s.blur(3),
  })
  let fringe = ''
  for (let x = 0; x < 96; x += 10) fringe += `M${190 + x} 546l-3 30M${332 + x * 0.92} 540l3 30`
  s.line(fringe, darker(color, 0.1), 4)
  s.line('M184 486H286M186 500H284M330 486H428M330 500H428', lighter(color, 0.35), 5, { opacity: 0.8 })
}

export const socks: Drawing = (s, { accent }) => {
  const tones = ['#f0efe9', accent, '#3b4150', '#d9b48a', '#93a7b8', '#c98b80']
  for (const [i, tone] of tones.entries()) {
    const dx = (i % 3) * 158 - 8
    const dy = i < 3 ? 0 : 250
    const d = 'M78 70H152V190Q154 214 178 224L214 240Q236 254 222 276 208 290 178 284L108 262Q76 250 78 214Z'
    s.group({ transform: `translate(${dx} ${dy})` }, () => {
      s.cast(d, 10)
      cloth(s, d, tone, { dark: 'M84 200Q120 200 150 200M110 240Q140 214 160 220', light: 'M100 110L98 220M180 250L210 262' })
      s.path('M76 62H154V104H76Z', s.soft(darker(tone, 0.08)))
      s.line('M84 64V102M94 64V102M104 64V102M114 64V102M124 64V102M134 64V102M144 64V102', darker(tone, 0.24), 2)
      s.path('M214 240Q236 254 222 276 212 288 192 286 188 256 214 240Z', darker(tone, 0.18))
      s.path('M78 214Q80 236 92 254 120 236 112 206Q92 200 78 206Z', darker(tone, 0.18))
    })
  }
}
