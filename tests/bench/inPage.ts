/** What `watchPage` puts on `window`. Times are milliseconds since the navigation began, taken after the frame has been painted. */
export type Watch = {
  /** When the first row of a list was painted. */
  firstRow: Promise<number>
  /** When the first field that can be typed into was painted. */
  firstField: Promise<number>
  /** From the next click to the first rows or figures of a screen. */
  clickToScreen(): Promise<number>
  /** From the next click to `count` other rows, of a list at an address that ends with `path`. */
  clickToRows(path: string, count: number): Promise<number>
  /** From the next click to a dialog with fields in it. */
  clickToDialog(): Promise<number>
  /** Goes to the lists at these addresses in turn, `count` times, each once the one before is painted. */
  goThrough(paths: readonly string[], count: number): Promise<void>
  /** Goes to the lists at these addresses in turn and works in each: ticks a row, takes that back, scrolls down and up. */
  workThrough(paths: readonly string[]): Promise<void>
  /** From each of the next `count` keys to the frame after it. */
  keys(count: number): Promise<number[]>
  /** What each of the next `count` keys costs the main thread: handling it and drawing the frame after it, without the wait between both. */
  watchWork(count: number): void
  /** The costs of the keys that were watched last. */
  work: Promise<number[]>
  /** From the next click until something of this selector is painted. */
  clickTo(selector: string): Promise<number>
  /** When this is true and painted. */
  until(met: () => boolean): Promise<number>
  /** From the next click until this is true and painted. */
  clickUntil(met: () => boolean): Promise<number>
}

declare global {
  interface Window {
    watch: Watch
  }
}

/** Runs in the page before anything else. It must stand alone: it is sent to the browser as text. */
export function watchPage(): void {
  /** Called in a frame: tells when it has been painted. */
  const afterFrame = (tell: (time: number) => void) => {
    const channel = new MessageChannel() // its message comes after the frame, before the next one
    channel.port1.onmessage = () => tell(performance.now())
    channel.port2.postMessage(0)
  }
  const painted = () => new Promise<number>((resolve) => requestAnimationFrame(() => afterFrame(resolve)))
  // Once a frame and not with each change: what is looked at may force a layout, which the frame needs anyway.
  const until = (met: () => boolean) =>
    new Promise<number>((resolve) => {
      let isDue = false
      const look = () => {
        isDue = false
        if (!met()) return
        observer.disconnect()
        afterFrame(resolve)
      }
      const lookSoon = () => {
        if (!isDue) requestAnimationFrame(look)
        isDue = true
      }
      const observer = new MutationObserver(lookSoon)
      observer.observe(document, { childList: true, subtree: true, attributes: true })
      lookSoon()
    })
  const rows = () =>
    [...document.querySelectorAll('table[aria-busy="false"] tbody tr[data-id]')].filter((row) => row.checkVisibility())
  const nextEvent = (type: string) =>
    new Promise<number>((resolve) => {
      document.addEventListener(type, (event) => resolve(event.timeStamp), { capture: true, once: true })
    })
  const after = async (met: () => boolean) => {
    const begun = await nextEvent('click')
    return (await until(met)) - begun
  }
  window.watch = {
    firstRow: until(() => rows().length > 0),
    firstField: until(() => document.querySelector('form input:not([disabled])') !== null),
    clickToScreen: () => after(() => document.querySelector('.s-board-card, table[aria-busy="false"] tr[data-id]') !== null),
    clickToRows(path, count) {
      const before = new Set(rows()) // the screen that is left stays in sight until the next one has something to show
      return after(() => location.pathname.endsWith(path) && rows().filter((row) => !before.has(row)).length >= count)
    },
    clickTo: (selector) => after(() => document.querySelector(selector) !== null),
    until,
    clickUntil: after,
    clickToDialog: () => after(() => document.querySelectorAll('[role=dialog] input:not([type=hidden])').length > 2),
    // In one go: each evaluation from outside would leave compiled code of its own on the heap that is measured.
    async goThrough(paths, count) {
      for (let change = 0; change < count; change += 1) {
        const path = paths[change % paths.length] ?? ''
        const before = rows()[0]
        const stays = location.pathname === path
        history.pushState(null, '', path)
        dispatchEvent(new PopStateEvent('popstate', { state: null }))
        await until(() => location.pathname === path && rows().length > 0 && (stays || rows()[0] !== before))
      }
    },
    async workThrough(paths) {
      for (const path of paths) {
        await window.watch.goThrough([path], 1)
        const boxOf = () => rows()[0]?.querySelector<HTMLElement>('[data-act=select]')
        boxOf()?.click()
        await painted()
        boxOf()?.click()
        const scroller = rows()[0]?.closest('table')?.parentElement
        scroller?.scrollTo({ top: scroller.scrollHeight })
        await painted()
        scroller?.scrollTo({ top: 0 })
        await painted()
      }
    },
    work: Promise.resolve([]),
    watchWork(count) {
      const times: Promise<number>[] = []
      const once = () =>
        new Promise<number>((resolve) => {
          const begun = performance.now()
          let handled = 0
          const channel = new MessageChannel() // its message comes once the key has been handled
          channel.port1.onmessage = () => {
            handled = performance.now()
          }
          channel.port2.postMessage(0)
          requestAnimationFrame(() => {
            const drawing = performance.now()
            const end = new MessageChannel()
            end.port1.onmessage = () => {
              const wait = handled > 0 ? Math.max(0, drawing - handled) : 0
              resolve(performance.now() - begun - wait)
            }
            end.port2.postMessage(0)
          })
        })
      window.watch.work = new Promise((resolve) => {
        const pressed = () => {
          times.push(once())
          if (times.length < count) return
          document.removeEventListener('keydown', pressed, true)
          resolve(Promise.all(times))
        }
        document.addEventListener('keydown', pressed, true)
      })
    },
    // One listener for all: on a busy machine a key comes before the frame of the last one.
    keys(count) {
      const times: Promise<number>[] = []
      return new Promise((resolve) => {
        const pressed = (event: KeyboardEvent) => {
          times.push(painted().then((time) => time - event.timeStamp))
          if (times.length < count) return
          document.removeEventListener('keydown', pressed, true)
          resolve(Promise.all(times))
        }
        document.addEventListener('keydown', pressed, true)
      })
    },
  }
}
