import { darker, lighter } from '../colors.ts'
import { type Drawing, seam } from '../look.ts'
import type { Sheet } from '../sheet.ts'

type Tones = readonly [upper: string, accent: string]

/** One shoe is drawn from the side; the second position shows the pair, one behind the other. */
const pair =
  (shoe: (s: Sheet, tones: Tones) => void): Drawing =>
  (s, { color, accent, turned }) => {
    if (turned) {
      s.floor([320, 300, 220, 26])
      s.group({ transform: 'translate(96 -92) scale(.86)' }, () => shoe(s, [color, accent]))
      s.floor([270, 486, 250, 30])
      s.group({ transform: 'translate(620 74) scale(-1 1) translate(40 0)' }, () => shoe(s, [color, accent]))
      return
    }
    s.floor([300, 452, 262, 34])
    s.group({ transform: 'rotate(-5 300 400)' }, () => shoe(s, [color, accent]))
  }

export const runner = pair((s, [color, accent]) => {
  const sole = 'M62 396Q54 432 84 444 220 462 420 452 520 448 548 428 560 412 540 400 430 424 300 410 160 396 62 396Z'
  s.path(sole, s.fade('v', ['#ffffff', '#e4e6e8', '#b9bec6']))
  s.path('M76 440Q220 462 420 452 520 448 548 428 548 446 520 456 320 474 96 456Q76 452 76 440Z', darker(accent, 0.2))
  s.line('M90 424Q220 438 340 434 440 432 530 418', accent, 5, { opacity: 0.7 })
  const upper =
    'M70 398Q58 330 84 268 92 240 118 248 150 270 196 250 226 232 240 218L262 214Q300 266 372 318 440 342 508 362 548 380 544 406 440 426 300 412 160 398 70 398Z'
  s.path(upper, s.fade('v', [lighter(color, 0.16), color, darker(color, 0.25)]))
  s.clip(upper, () => {
    let knit = ''
    for (let x = 180; x < 560; x += 11) knit += `M${x} 230l-34 200`
    s.line(knit, lighter(color, 0.35), 2.5, { opacity: 0.45, 'stroke-dasharray': '3 6' })
    s.line('M480 366Q520 384 540 402M90 300Q110 360 180 404', '#0d1018', 26, { opacity: 0.2, filter: s.blur(9) })
    s.line('M250 240Q320 310 440 350', '#fff', 16, { opacity: 0.35, filter: s.blur(8) })
    s.path('M150 404Q230 318 346 306L402 334Q300 344 232 410Z', s.fade('d', [accent, darker(accent, 0.12)]))
    s.path('M62 400Q56 320 92 262L128 280Q104 340 128 404Z', darker(color, 0.22))
  })
  s.path('M84 268Q92 240 118 248 150 270 196 250 226 232 240 218L262 214 250 252Q180 292 108 284Z', darker(color, 0.45))
  s.line('M88 262Q94 244 118 250 150 272 196 252 226 234 244 216', lighter(color, 0.25), 6)
  s.line('M258 236L292 226M278 258L316 246M302 282L340 266M328 302L366 286', lighter(accent, 0.3), 9)
  s.line('M258 236L292 226M278 258L316 246M302 282L340 266M328 302L366 286', darker(accent, 0.3), 1.5, { opacity: 0.4 })
  s.line('M80 262Q62 236 76 220', accent, 9)
})

export const trainer = pair((s, [color, accent]) => {
  const gum = '#b98a58'
  s.path('M74 408H540Q556 424 546 446 530 456 480 456H96Q66 452 74 408Z', s.fade('v', ['#d3a877', gum, darker(gum, 0.3)]))
  s.line('M84 424H542', darker(gum, 0.3), 2, { 'stroke-dasharray': '5 4' })
  const upper =
    'M78 410Q72 330 92 262 100 246 120 250 170 268 214 246 232 226 254 226 300 286 380 322 470 336 524 366 548 386 542 412Z'
  s.path(upper, s.fade('v', [lighter(color, 0.5), color, darker(color, 0.14)]), {
    stroke: darker(color, 0.25),
    'stroke-width': 1.5,
  })
  s.clip(upper, () => {
    s.path('M380 318Q440 372 424 416H560V350Z', s.soft(darker(accent, 0.02)))
    s.path('M70 300L142 280Q150 350 176 416H70Z', s.soft(accent))
    s.line('M262 250Q330 330 420 350', '#fff', 18, { opacity: 0.6, filter: s.blur(8) })
    s.line('M80 404H540', '#11141d', 16, { opacity: 0.16, filter: s.blur(6) })
  })
  for (const x of [0, 32, 64]) s.path(`M${216 + x} 408L${262 + x} ${298 + x * 0.32}l17 9L${236 + x} 408Z`, s.soft(accent))
  s.path('M92 262Q100 246 120 250 170 268 214 246 232 226 254 226L238 264Q170 298 100 288Z', darker(color, 0.4))
  s.line('M92 262Q100 248 120 252 170 270 214 248 232 228 256 228', darker(color, 0.08), 7)
  s.line('M262 250L294 240M286 276L318 262M312 298L344 284M340 314L370 302', '#ffffff', 9)
  s.line('M262 256L294 246M286 282L318 268M312 304L344 290M340 320L370 308', '#9b9a96', 2, { opacity: 0.6 })
  seam(s, 'M142 286Q152 350 176 404M392 326Q438 372 426 406M254 262Q320 336 392 340', color)
})
