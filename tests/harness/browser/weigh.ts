import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'

/** A script or style that a page loaded. `size` is in kB (1000 bytes), as if compressed by gzip, whatever the server does. */
export type Loaded = { kind: 'js' | 'css'; url: string; size: number }

/** Notes the scripts and styles a page loads from now on; gives all of them, or those at the addresses given. */
export function weigh(page: Page): (only?: readonly string[]) => Promise<Loaded[]> {
  const bodies: Promise<Loaded | undefined>[] = []
  page.on('response', (response) => {
    const type = response.headers()['content-type'] ?? ''
    const kind = /javascript/.test(type) ? 'js' : /text\/css/.test(type) ? 'css' : undefined
    if (kind)
      bodies.push(
        response.body().then(
          (body) => ({ kind, size: gzipSync(body).length / 1000, url: response.url() }),
          () => undefined,
        ),
      )
  })
  return async (only) => {
    const loaded = (await Promise.all(bodies)).filter((each) => each !== undefined)
    return only ? loaded.filter(({ url }) => only.includes(url)) : loaded
  }
}

/** kB of one kind. */
export function sumOf(loaded: readonly Loaded[], kind: Loaded['kind']): number {
  return loaded.reduce((sum, each) => sum + (each.kind === kind ? each.size : 0), 0)
}

/** Addresses of what the page had asked for by a time of its clock in ms, whether it had arrived by then or not. */
export function askedBefore(page: Page, time: number): Promise<string[]> {
  return page.evaluate(
    (until) =>
      performance
        .getEntriesByType('resource')
        .filter((entry) => entry.startTime <= until)
        .map((entry) => entry.name),
    time,
  )
}
