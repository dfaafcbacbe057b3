import type { KeyValue } from '../platform.ts'
import { type Persisted, persisted, sameShape } from '../stores/persist.ts'

/** The working day of the current user, in unix seconds (protocol 6.1: `workingTime`). */
export interface Workday {
  /** `YYYY-MM-DD` of the browser's clock. */
  date: string
  startTime: number
  /** Seconds of all pauses that are over. */
  pauseTime: number
  /** When the pause that goes on began; 0: none does. */
  startPauseTime: number
}

/** Names of the parts of a day, each with the hour before which it ends (screen catalogue, dashboard). */
const parts = [
  ['night', 5],
  ['morning', 9],
  ['forenoon', 12],
  ['noon', 14],
  ['afternoon', 18],
  ['evening', 24],
] as const
export type DayPart = (typeof parts)[number][0]

/** The part of the day of an hour from 0 to 23. */
export function dayPart(hour: number): DayPart {
  return parts.find(([, end]) => hour < end)?.[0] ?? 'evening'
}

/** The day that is kept in this browser; a day of its own begins when it is first asked for. */
export function createWorkday(storage: KeyValue, now: Date): Persisted<Workday> {
  const kept = persisted<Workday>(storage, {
    key: 'workingTime',
    initial: () => ({ date: '', startTime: 0, pauseTime: 0, startPauseTime: 0 }),
    save: (state) => ({ ...state }),
    load: sameShape,
  })
  beginDay(kept.state, now)
  return kept
}

/** Begins a new day where the one kept is over. */
export function beginDay(day: Workday, now: Date): void {
  const date = dateOf(now)
  if (day.date !== date) Object.assign(day, { date, startTime: seconds(now), pauseTime: 0, startPauseTime: 0 })
}

/** Seconds worked so far, pauses left out. */
export function workedSeconds(day: Readonly<Workday>, now: Date): number {
  return Math.max(0, (day.startPauseTime || seconds(now)) - day.startTime - day.pauseTime)
}

/** Begins a pause, or ends the one that goes on. */
export function togglePause(day: Workday, now: Date): void {
  const at = seconds(now)
  if (day.startPauseTime === 0) day.startPauseTime = at
  else Object.assign(day, { pauseTime: day.pauseTime + at - day.startPauseTime, startPauseTime: 0 })
}

function seconds(now: Date): number {
  return Math.floor(now.getTime() / 1000)
}

function dateOf(now: Date): string {
  const two = (n: number) => String(n).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}
