import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type Browser, chromium } from 'playwright-core'
import { chromiumFlags, findChromium } from '../../../scripts/chromium.ts'
import { type Figure, median } from '../figures.ts'
import { lists } from '../screens/content.ts'
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

/** A load takes a second and differs by a fifth from the next one: the median of a few says nothing. */
const loadsARound = 5

/** So do the smallest list and a key in a form, whose costs are tens of milliseconds and less. */
const shortOnesARound = 3

/** The server with the compared screens. */
interface ComparedServer extends Served {
  end(): Promise<void>
}

/** Whose screens are measured, and where they are served. */
interface Contestant {
  side: Side
  served: Served
  state: SignedIn
}

/**
 * Kontor's lists and forms beside the same content written by hand with React and PrimeReact: both built for production, served from one
 * origin over the same rows, in the same browser, in turns. Each figure is Kontor's as a multiple of the other. What the main thread works
 * is told by that thread's own clock, which a busy machine leaves alone.
 *
 * @param before another checkout, with its packages: its Kontor takes turns with them, and each figure is given as a multiple of its, too.
 */
export async function measureCompared(times: number, before?: string): Promise<Figure[]> {
  const served = await startServing()
  const earlier = before === undefined ? undefined : await startServing(before)
  try {
    return await withBrowser(async (browser) => {
      const of = async (side: Side, where: Served) => ({ side, served: where, state: await workedBefore(browser, where) })
      const own = await of(kontor, served)
      const contestants = [own, { ...own, side: handWritten }, ...(earlier ? [await of(kontor, earlier)] : [])]
      const loads = await inTurns(times * loadsARound, contestants, (each) =>
        measureLoading(browser, each.side, each.served, each.state),
      )
      const short = await inTurns(times * shortOnesARound, contestants, (each) => shortRound(browser, each))
      const long = await inTurns(times, contestants, (each) => measureLists(browser, each.side, each.served, each.state))
      const scrolling = await measureScrolling(browser, served, own.state)
      return [...figuresOf(loads), ...figuresOf(short), ...figuresOf(long.map((all) => without(all, short))), ...scrolling]
    })
  } finally {
    await served.end()
    await earlier?.end()
  }
}

async function shortRound(browser: Browser, { side, served, state }: Contestant): Promise<Costs> {
  const smallest = await measureLists(browser, side, served, state, lists.slice(0, 1))
  return { ...smallest, ...(await measureForms(browser, side, served, state)) }
}

/** A round without what the short ones have measured. */
function without(round: readonly Costs[], [short]: readonly Costs[][]): Costs[] {
  const isNew = ([name]: [string, Cost]) => short?.[0]?.[name] === undefined
  return round.map((costs) => Object.fromEntries(Object.entries(costs).filter(isNew)))
}

/** All of them in each round, another one first each time; the first round fills caches and does not count. Costs in the order given. */
async function inTurns(
  times: number,
  contestants: readonly Contestant[],
  once: (contestant: Contestant) => Promise<Costs>,
): Promise<Costs[][]> {
  const rounds: Costs[][] = []
  for (let at = 0; at <= times; at += 1) {
    const first = (at + 1) % contestants.length
    const costs = new Map<Contestant, Costs>()
    for (const each of [...contestants.slice(first), ...contestants.slice(0, first)]) costs.set(each, await once(each))
    rounds.push(contestants.map((each) => costs.get(each) ?? {}))
  }
  return rounds.slice(1)
}

/** `rounds`: of each the costs of Kontor, of the hand-written page and, if there is one, of the Kontor before. */
function figuresOf(rounds: readonly Costs[][]): Figure[] {
  const names = Object.keys(rounds[0]?.[0] ?? {})
  return names.flatMap((name) => {
    const mid = (which: number, part: keyof Cost) => median(rounds.flatMap((all) => all[which]?.[name]?.[part] ?? []))
    const all = (part: keyof Cost) => rounds[0]?.map((_, which) => mid(which, part).toFixed(1)).join(' : ')
    const goal = goals.find(({ scenario }) => scenario.test(name))?.goal
    const figure = (what: string, part: keyof Cost, note: string): Figure[] => {
      const own = mid(0, part)
      const given = { unit: '×', note: `${note}; median of ${rounds.length}` }
      const byHand = {
        name: `${name}, ${what}`,
        value: own / mid(1, part),
        ...given,
        ...(goal === undefined ? {} : { target: goal }),
      }
      const before = { name: `${name}, ${what}, of the Kontor before`, value: own / mid(2, part), unit: '×' }
      return [byHand, before].filter(({ value }) => !Number.isNaN(value))
    }
    return [
      ...figure('painted', 'wall', `${all('wall')} ms`),
      ...figure('main thread', 'task', `${all('task')} ms, of it script ${all('script')}, style and layout ${all('layout')}`),
      ...figure('heap', 'heap', `${all('heap')} MiB`),
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

/** Starts screens/serve.ts of a checkout in a process of its own, so that it takes nothing of the time of who measures. */
function startServing(checkout = join(import.meta.dirname, '../../..')): Promise<ComparedServer> {
  const args = ['--disable-warning=ExperimentalWarning', 'tests/bench/screens/serve.ts']
  const child = spawn(process.execPath, args, { cwd: checkout, stdio: ['pipe', 'pipe', 'inherit'] })
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
