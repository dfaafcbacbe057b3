import { darker, lighter, mix } from './colors.ts'
import type { Sheet } from './sheet.ts'

/** Width and height of a wide picture. */
export type Size = readonly [width: number, height: number]

/** A sky with a sun. */
export function sky(s: Sheet, [w, h]: Size, colors: readonly string[]): void {
  s.box([0, 0, w, h], s.fade('v', colors))
}

export function sun(s: Sheet, x: number, y: number, color: string): void {
  s.oval([x, y, 190], s.glow([`${color}cc`, `${color}00`]))
  s.oval([x, y, 54], s.glow(['#fffdf2', color]))
}

/** Soft clouds in a row. */
export function clouds(s: Sheet, [w]: Size, y: number): void {
  for (const [i, at] of [0.12, 0.42, 0.66, 0.9].entries()) {
    const x = Math.round(w * at)
    const top = y + (i % 2) * 46
    s.path(`M${x - 90} ${top}q10 -30 46 -26 16 -40 60 -30 40 8 40 34 40 -4 46 22Z`, '#fff', { opacity: 0.7 - (i % 2) * 0.25 })
  }
}

/** Ranges of hills, paler the farther away. */
export function hills(
  s: Sheet,
  [w, h]: Size,
  { color, far, top, seed = 0 }: { color: string; far: string; top: number; seed?: number },
): void {
  for (let i = 0; i < 3; i++) {
    const base = top + (h - top) * i * 0.2
    const tone = mix(far, color, (i + 1) / 3)
    let d = `M0 ${h}V${Math.round(base)}`
    for (let n = 0; n < 8; n++) {
      const rise = ((n * 53 + i * 31 + seed * 17) % 70) + 10
      d += `Q${Math.round(((n + 0.5) * w) / 8)} ${Math.round(base - rise * 1.5)} ${Math.round(((n + 1) * w) / 8)} ${Math.round(base - ((n * 29 + i * 13) % 24))}`
    }
    s.path(`${d}V${h}Z`, s.fade('v', [lighter(tone, 0.16), tone]))
  }
}

/** Houses by the water, some windows lit. */
export function skyline(s: Sheet, [w]: Size, ground: number, color: string): void {
  let windows = ''
  for (let x = -10, n = 0; x < w; n++) {
    const width = 34 + ((n * 37) % 46)
    const height = 60 + ((n * 71) % 150)
    const tone = mix(color, '#dfe8ee', ((n * 13) % 10) / 20)
    s.box([x, ground - height, width, height], s.fade('h', [lighter(tone, 0.12), darker(tone, 0.12)]))
    if (n % 4 === 1) s.path(`M${x} ${ground - height}h${width}l${-width / 2} -34Z`, darker(tone, 0.1))
    for (let row = 0; row < height / 24 - 1; row++)
      for (let column = 0; column < width / 16 - 1; column++)
        if ((row * 7 + column * 5 + n) % 3) windows += `M${x + 8 + column * 16} ${ground - height + 12 + row * 24}h7v10h-7Z`
    x += width + 5 + (n % 3) * 6
  }
  s.path(windows, '#fff3cf', { opacity: 0.55 })
}

/** Water with streaks of light. */
export function water(s: Sheet, [w]: Size, [top, bottom]: readonly [number, number], color: string): void {
  s.box([0, top, w, bottom - top], s.fade('v', [lighter(color, 0.4), color]))
  let streaks = ''
  for (let n = 0; n < 44; n++)
    streaks += `M${(n * 97) % w} ${top + 6 + ((n * 41) % Math.max(8, bottom - top - 10))}h${20 + ((n * 19) % 50)}`
  s.line(streaks, '#fff', 2, { opacity: 0.4 })
}

/** A road that comes towards the viewer, from a point at `x`. */
export function road(s: Sheet, [w, h]: Size, { x, top }: { x: number; top: number }, color = '#565b66'): void {
  s.path(`M${x - 24} ${top}H${x + 24}L${x + w * 0.42} ${h}H${x - w * 0.42}Z`, s.fade('v', [lighter(color, 0.3), color]))
  s.line(`M${x} ${top + 6}V${h}`, '#fff', 7, { 'stroke-dasharray': '26 24', 'stroke-linecap': 'butt', opacity: 0.85 })
}

export function tree(s: Sheet, x: number, y: number, [size, color]: readonly [number, string]): void {
  s.group({ transform: `translate(${x} ${y}) scale(${size})` }, () => {
    s.line('M0 0V-50', '#6d4a2b', 10)
    for (const [dx, dy, r] of [
      [-20, -60, 30],
      [22, -64, 32],
      [0, -96, 38],
    ] as const)
      s.oval([dx, dy, r], s.glow([lighter(color, 0.25), color], [0.35, 0.3]))
  })
}

/** The arch of a finish over the road, with its chequered band. */
export function arch(s: Sheet, x: number, y: number, [size, color]: readonly [number, string]): void {
  s.group({ transform: `translate(${x} ${y}) scale(${size})` }, () => {
    s.floor([0, 4, 190, 12])
    for (const side of [-1, 1]) s.box([side * 150 - 16, -180, 32, 184, 6], s.round(color))
    s.path(
      'M-170 -180Q-170 -236 -110 -236H110Q170 -236 170 -180V-150H-170Z',
      s.fade('v', [lighter(color, 0.3), color, darker(color, 0.2)]),
    )
    let squares = ''
    for (let i = 0; i < 34; i++) squares += `M${-170 + i * 10} ${i % 2 ? -160 : -150}h10v-10h-10Z`
    s.box([-170, -170, 340, 20], '#fff')
    s.path(squares, '#22252c')
    s.text([0, -188, 40], 'FINISH', '#fff', { 'text-anchor': 'middle', 'font-weight': 800, 'letter-spacing': 6 })
    for (const side of [-1, 1])
      for (let i = 0; i < 3; i++)
        s.path(
          `M${side * (176 + i * 4)} ${-150 + i * 44}l${side * 40} 12 ${-side * 40} 14Z`,
          ['#f0c24a', '#ffffff', '#e0653c'][i] ?? '#fff',
        )
  })
}

/** A runner in full stride, 200 high, feet at the place given. */
export function runner(
  s: Sheet,
  x: number,
  y: number,
  { size, shirt, bib = '', mirrored = false }: { size: number; shirt: string; bib?: string; mirrored?: boolean },
): void {
  const skins = ['#e8bd96', '#d19a6c', '#f3d2b3', '#a9714b']
  const skin = skins[Math.abs(Math.round(x)) % 4] ?? '#e8bd96'
  s.group({ transform: `translate(${x} ${y}) scale(${mirrored ? -size : size} ${size})` }, () => {
    s.floor([0, 2, 60, 8], 0.5)
    s.line('M-2 -96L-34 -62 -66 -74', darker(skin, 0.16), 17)
    s.line('M-64 -76L-76 -64', '#2a2d36', 14)
    s.line('M4 -146L-26 -128 -44 -148', darker(skin, 0.12), 12)
    s.line('M4 -98L36 -66 28 -14', skin, 18)
    s.line('M26 -10L48 -4', lighter(shirt, 0.2), 14)
    s.path('M-18 -112H22L40 -70 18 -62 4 -84 -22 -60 -38 -74Z', '#2b3040')
    s.path('M-14 -160Q8 -170 24 -156L24 -106H-20Z', s.fade('h', [darker(shirt, 0.1), lighter(shirt, 0.22), shirt]))
    s.line('M20 -148L38 -122 62 -134', skin, 12)
    s.box([0, -140, 24, 18, 2], '#fff')
    if (bib) s.text([12, -127, 12], bib, '#22252c', { 'text-anchor': 'middle', 'font-weight': 700 })
    s.line('M6 -160L10 -172', skin, 11)
    s.oval([14, -188, 17, 19], skin)
    s.path('M-6 -184Q-6 -212 18 -210 34 -206 32 -194 16 -200 6 -188Z', '#33261f')
  })
}
