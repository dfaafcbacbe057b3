import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type Browser, chromium } from 'playwright-core'
import { chromiumFlags, findChromium } from '../../../scripts/chromium.ts'
import { type Figure, median } from '../figures.ts'
import type { Cost } from './actions.ts'
import { type Costs, measureForms, measureLists, measureLoading } from './scenarios.ts'
import { measureScrolling } from './scrolling.ts'
import { handWritten, kontor, type Served, type Side, type SignedIn, workedBefore } from './sides.ts'

/** What is to be reached: at most so many times the hand-written page. */
const goals: readonly { scenario: RegExp; goal: number }[] = [
  { scenario: /^cold load/, goal: 0.7 },
  { scenario: /^open list 10×20/, goal: 0.45 },
  { scenario: /^open list 20×100/, goal: 0.17 },
  { scenario: /^open list 50×100/, goal: 0.11 },
  { scenario: /^(next page|sort) 50×100/, goal: 0.07 },
  { scenario: /^tick a row 50×100/, goal: 0.2 },
  { scenario: /^last column (20|50)×100/, goal: 1 },
  { scenario: /^dialog of/, goal: 0.5 },
  { scenario: /^key in a form/, goal: 0.9 },
  { scenario: /^after these lists/, goal: 0.16 },
]

/** The server with the compared screens. */
interface ComparedServer extends Served {
  end(): Promise<void>
}

/**
 * Kontor's lists and forms beside the same content written by hand with React and PrimeReact: both built for production, served from one
 * origin over the same rows, in the same browser, in turns. Each figure is Kontor's as a multiple of the other. What the main thread works
 * is told by that thread's own clock, which a busy machine leaves alone.
 */
export async function measureCompared(times: number): Promise<Figure[]> {
  const served = await startServing()
  try {
    return await withBrowser(async (browser) => {
      const state = await workedBefore(browser, served)
      const rounds = await inTurns(times, (side) => round(browser, side, served, state))
      return [...figuresOf(rounds, times), ...(await measureScrolling(browser, served, state))]
    })
  } finally {
    await served.end()
  }
}

async function round(browser: Browser, side: Side, served: Served, state: SignedIn): Promise<Costs> {
  return {
    ...(await measureLoading(browser, side, served, state)),
    ...(await measureLists(browser, side, served, state)),
    ...(await measureForms(browser, side, served, state)),
  }
}

/** Both sides in each round, another one first each time; the first round fills caches and does not count. */
async function inTurns(times: number, once: (side: Side) => Promise<Costs>): Promise<[Costs, Costs][]> {
  const rounds: [Costs, Costs][] = []
  for (let at = 0; at <= times; at += 1) {
    const other = at % 2 === 0 ? await once(handWritten) : undefined
    const own = await once(kontor)
    rounds.push([own, other ?? (await once(handWritten))])
  }
  return rounds.slice(1)
}

function figuresOf(rounds: readonly [Costs, Costs][], times: number): Figure[] {
  const names = Object.keys(rounds[0]?.[0] ?? {})
  return names.flatMap((name) => {
    const mid = (which: 0 | 1, part: keyof Cost) => median(rounds.flatMap((both) => both[which][name]?.[part] ?? []))
    const both = (part: keyof Cost) => `${mid(0, part).toFixed(1)} : ${mid(1, part).toFixed(1)}`
    const goal = goals.find(({ scenario }) => scenario.test(name))?.goal
    const figure = (what: string, part: keyof Cost, note: string): Figure[] => {
      const value = mid(0, part) / mid(1, part)
      const given = { value, unit: '×', note: `${note}; median of ${times}`, ...(goal === undefined ? {} : { target: goal }) }
      return Number.isNaN(value) ? [] : [{ name: `${name}, ${what}`, ...given }]
    }
    return [
      ...figure('painted', 'wall', `${both('wall')} ms`),
      ...figure('main thread', 'task', `${both('task')} ms, of it script ${both('script')}, style and layout ${both('layout')}`),
      ...figure('heap', 'heap', `${both('heap')} MiB`),
    ]
  })
}

async function withBrowser<T>(work: (browser: Browser) => Promise<T>): Promise<T> {
  const executablePath = findChromium()
  if (!executablePath) throw new Error('No Chromium or Chrome found: install one, or set CHROME_PATH to it.')
  const browser = await chromium.launch({ executablePath, args: chromiumFlags })
  try {
    return await work(browser)
  } finally {
    await browser.close()
  }
}

/** Starts screens/serve.ts in a process of its own, so that it takes nothing of the time of who measures. */
function startServing(): Promise<ComparedServer> {
  const script = join(import.meta.dirname, '../screens/serve.ts')
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script], { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  return new Promise((resolve, reject) => {
    void ended.then(() => reject(new Error('the server of the compared screens ended before it was ready')))
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [, url, siteDir] = /^ready (\S+) (\S+)/.exec(line) ?? []
      if (!url || !siteDir) return
      const end = () => {
        child.stdin.end()
        return ended
      }
      resolve({ url, siteDir, end })
    })
  })
}
