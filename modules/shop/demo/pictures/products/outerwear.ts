import { darker, lighter } from '../colors.ts'
import { cloth, type Drawing, seam } from '../look.ts'

const sleeves =
  'M214 128C172 142 148 168 138 206L98 452Q124 470 160 464L204 268ZM386 128C428 142 452 168 462 206L502 452Q476 470 440 464L396 268Z'
const trunk = 'M214 126Q300 150 386 126C416 150 430 176 430 210L436 514Q300 534 164 514L170 210C170 176 184 150 214 126Z'

/** A quilted down jacket. */
export const downJacket: Drawing = (s, { color, turned }) => {
  s.cast(sleeves + trunk, 18)
  const arms: [string, string][] = [['', '']]
  for (let y = 200; y < 460; y += 44)
    arms.push([`M104 ${y + 14}Q160 ${y + 34} 210 ${y}`, `M496 ${y + 14}Q440 ${y + 34} 390 ${y}`])
  const quilts = arms.map((pair) => pair.join('')).join('')
  cloth(s, sleeves, darker(color, 0.06), {
    dark: quilts,
    light: 'M120 240Q150 250 190 230M116 290Q150 300 186 280M482 240Q450 250 410 230M484 290Q450 300 414 280',
  })
  s.clip(sleeves, () => s.line(quilts, darker(color, 0.3), 2.5))
  let rows = ''
  let shine = ''
  for (let y = 176; y < 500; y += 48) {
    rows += `M168 ${y}Q300 ${y + 20} 432 ${y}`
    shine += `M186 ${y + 24}Q240 ${y + 36} 290 ${y + 36}M318 ${y + 36}Q370 ${y + 34} 414 ${y + 24}`
  }
  cloth(s, trunk, color, { dark: rows, light: shine })
  s.clip(trunk, () => s.line(rows, darker(color, 0.28), 2.5))
  s.path('M214 128Q218 84 250 74H350Q382 84 386 128 300 158 214 128Z', s.soft(lighter(color, 0.06)), {
    stroke: darker(color, 0.3),
    'stroke-width': 1.5,
  })
  s.line('M216 104Q300 128 384 104', darker(color, 0.28), 2.5)
  if (turned)
    return s.path('M214 128Q300 90 386 128 380 200 300 206 220 200 214 128Z', s.soft(darker(color, 0.08)), {
      stroke: darker(color, 0.3),
      'stroke-width': 1.5,
    })
  s.path('M250 74H350L300 140Z', darker(color, 0.45))
  s.box([293, 130, 14, 396, 3], s.fade('h', [darker(color, 0.1), darker(color, 0.4)]))
  s.line('M300 134V520', '#c9ccd2', 3, { 'stroke-dasharray': '3 3' })
  s.path('M294 160h12l3 30h-18Z', '#b9bec6')
  s.line('M206 402L190 462M394 402L410 462', darker(color, 0.4), 5)
}

/** A waterproof shell with a hood and taped zips in the second colour. */
export const shellJacket: Drawing = (s, { color, accent, turned }) => {
  s.cast(sleeves + trunk, 18)
  cloth(s, sleeves, darker(color, 0.05), {
    dark: 'M180 230Q150 320 130 450M430 240Q452 340 470 450M150 300L200 320M450 300L400 320',
    light: 'M160 220Q130 330 114 440M446 220Q470 330 488 440',
  })
  cloth(s, trunk, color, {
    dark: 'M190 250Q240 310 250 410M410 250Q360 320 350 420M210 510Q220 450 210 400',
    light: 'M210 260Q258 370 256 500M392 280Q350 370 350 490',
  })
  s.path('M172 196Q190 142 214 128 300 160 386 128 410 142 428 196 300 232 172 196Z', s.soft(accent))
  s.path('M218 130Q206 50 300 42 394 50 382 130 344 152 300 152 256 152 218 130Z', s.soft(lighter(color, 0.05)), {
    stroke: darker(color, 0.3),
    'stroke-width': 1.5,
  })
  if (turned) {
    seam(s, 'M300 44V150M222 116Q300 146 378 116M180 360Q300 380 420 360', color)
    return
  }
  s.path('M240 128Q238 76 300 72 362 76 360 128 330 150 300 150 270 150 240 128Z', darker(color, 0.5))
  s.line('M300 148V520', darker(color, 0.45), 12, { 'stroke-linecap': 'butt' })
  s.line('M300 148V520', accent, 4, { 'stroke-dasharray': '4 3' })
  for (const d of ['M222 300L206 440', 'M378 300L394 440', 'M340 226L346 290']) {
    s.line(d, darker(color, 0.4), 9)
    s.line(d, accent, 3)
  }
  s.box([112, 424, 52, 20, 5], accent, { transform: 'rotate(8 138 434)' })
  s.box([436, 424, 52, 20, 5], accent, { transform: 'rotate(-8 462 434)' })
  s.path('M226 240l12-22 12 22Z', lighter(accent, 0.5))
}
