import type { Thing } from './picture.ts'
import { height, width } from './picture.ts'

/** What proves that somebody looked: squares to click in this order, or a number. Kept on the server only. */
export type Answer = { type: 'clicks'; boxes: Pick<Thing, 'x' | 'y' | 'size'>[] } | { type: 'number'; value: number }

const number = '\\d{1,5}(?:\\.\\d{1,6})?'
const point = `${number},${number}`
const clicksForm = new RegExp(`^(${point}(?:-${point})*);(${number});(${number})$`)
const numberForm = /^answer:\s*(\d{1,6})\s*$/

/**
 * Does what came from the browser answer it? Clicks come as `x1,y1-x2,y2;w;h`: points inside the picture as it was shown, w by h pixels
 * large (protocol 1.5); a number as `answer:437`.
 */
export function answers(answer: Answer, info: string): boolean {
  if (answer.type === 'number') return Number(numberForm.exec(info.normalize('NFKC'))?.[1] ?? Number.NaN) === answer.value
  const [, clicks, shownWidth, shownHeight] = clicksForm.exec(info) ?? []
  if (clicks === undefined) return false
  const [across, down] = [Number(shownWidth) / width, Number(shownHeight) / height]
  const points = clicks.split('-').map((each) => each.split(',').map(Number))
  return (
    points.length === answer.boxes.length &&
    answer.boxes.every(({ x, y, size }, i) => {
      const [left = Number.NaN, top = Number.NaN] = points[i] ?? []
      const [ownX, ownY] = [left / across, top / down]
      return ownX >= x && ownX <= x + size && ownY >= y && ownY <= y + size
    })
  )
}
