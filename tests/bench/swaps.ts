import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type ServerProcess, startProcess } from '../harness/process.ts'
import { type Figure, median } from './figures.ts'
import { memoryOf } from './serving.ts'
import { writePages } from './workspacePages.ts'

const count = 100
/** Milliseconds between two requests that watch whether the server answers. */
const every = 5
/** Milliseconds between two changes: nobody saves while the files for browsers are still being made. */
const rest = 1000
/** Milliseconds after a start until the files for browsers are made and what that took is collected. */
const settled = 5000

/** How long a workspace of 100 pages takes to be served after a change, how long nothing is answered meanwhile, and what the pages cost in memory. */
export async function measureSwaps(times: number): Promise<Figure[]> {
  const dir = mkdtempSync(join(tmpdir(), 'kontor-bench-swaps-'))
  const workspace = join(dir, 'workspace')
  mkdirSync(workspace)
  const start = () => startProcess(join(dir, 'data'), { KONTOR_DEMO: '0', KONTOR_WORKSPACE: workspace })
  await stopped(await start()) // the first one makes the tables of the platform
  try {
    const without = await memoryOfStarts(start, times)
    const server = await start()
    const figures = await measureOn(server, workspace, times).finally(() => stopped(server))
    const more = await memoryOfStarts(start, times)
    const note = `median of ${times} starts; ${Math.round(without)} MB without them`
    return [
      ...figures,
      { name: `Memory of the server, ${count} pages more`, value: more - without, unit: 'MB', target: 30, note },
    ]
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

async function measureOn(server: ServerProcess, workspace: string, times: number): Promise<Figure[]> {
  const added = await swap(server, () => writePages(workspace, count, 0))
  const rounds = async (pages: number, first: number) => {
    const swaps: Swap[] = []
    for (let round = 0; round < times; round++) swaps.push(await swap(server, () => writePages(workspace, pages, first + round)))
    return { served: median(swaps.map(({ served }) => served)), stall: median(swaps.map(({ stall }) => stall)) }
  }
  const all = await rounds(count, 1)
  const one = await rounds(1, 1 + times)
  const note = `median of ${times}; 150 ms of it until the files are whole`
  return [
    ...figuresOf(`${count} pages new in the workspace`, added, { target: 2000, note: 'with their tables' }),
    ...figuresOf(`${count} pages of the workspace changed`, all, { target: 1000, note }),
    ...figuresOf(`1 of ${count} pages of the workspace changed`, one, { target: 1000, note }),
  ]
}

function figuresOf(what: string, { served, stall }: Swap, more: { target: number; note: string }): Figure[] {
  return [
    { name: `${what} → served`, value: served, unit: 'ms', ...more },
    { name: `${what}, longest wait of another request`, value: stall, unit: 'ms', target: 100 },
  ]
}

interface Swap {
  /** Milliseconds from the change to the new revision. */
  served: number
  /** The longest time for which a request waited for its answer meanwhile. */
  stall: number
}

async function stopped({ child, ended }: ServerProcess): Promise<void> {
  child.kill('SIGTERM')
  await ended
}

async function memoryOfStarts(start: () => Promise<ServerProcess>, times: number): Promise<number> {
  const found: number[] = []
  for (let round = 0; round < times; round++) {
    const server = await start()
    await setTimeout(settled)
    found.push(memoryOf(server.child.pid ?? 0))
    await stopped(server)
  }
  return median(found)
}

async function swap(server: ServerProcess, change: () => void): Promise<Swap> {
  await setTimeout(rest)
  const served = nextRevision(server)
  change() // which keeps this process from reading answers
  const begun = performance.now()
  const stalls = watchStalls(server.url)
  try {
    return { served: (await served) - begun, stall: await stalls.longest() }
  } finally {
    stalls.end()
  }
}

/** When the server says that it serves another workspace. Rejects where it has faults. */
function nextRevision({ child }: ServerProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    const heard = (data: Buffer) => {
      const text = data.toString()
      if (!/the workspace (is live|has faults)/.test(text)) return
      child.stdout?.off('data', heard)
      if (text.includes('is live')) resolve(performance.now())
      else reject(new Error(text))
    }
    child.stdout?.on('data', heard)
  })
}

/** Asks again and again for what needs nothing but the event loop. */
function watchStalls(url: string) {
  let longest = 0
  let isOver = false
  const watch = async () => {
    while (!isOver) {
      const begun = performance.now()
      await (await fetch(`${url}/healthz`)).text()
      longest = Math.max(longest, performance.now() - begun)
      await setTimeout(every)
    }
  }
  const watching = watch()
  return {
    /** Ends with the answer that is under way. */
    async longest() {
      isOver = true
      await watching
      return longest
    },
    end() {
      isOver = true
    },
  }
}
