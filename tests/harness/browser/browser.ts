import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { chromiumFlags, findChromium } from '../../../scripts/chromium.ts'

export type TestBrowser = {
  /** A page with a storage of its own. What goes wrong in it is collected in `problems`, except for lines that match `allow`. */
  page(options?: BrowserContextOptions & { allow?: RegExp[] }): Promise<Page>
  /** Violations of the CSP, errors on the console and errors nobody caught, of all pages, with the address where they happened. */
  problems: string[]
  /** Throws with the problems so far, if there are any, and forgets them. To be called at the end of each test. */
  expectNoProblems(): void
  /** Closes its pages and throws when problems were left. */
  close(): Promise<void>
}

/** One Chromium for all files of a worker, which ends with it: what they keep apart are their pages' storages. */
let shared: Promise<Browser> | undefined

/** Pages in a headless Chromium. Throws one clear line when there is none. */
export async function openBrowser(): Promise<TestBrowser> {
  if (shared && !(await shared).isConnected()) shared = undefined
  shared ??= launchChromium()
  const browser = await shared
  const contexts: BrowserContext[] = []
  const problems: string[] = []
  const expectNoProblems = () => {
    const found = problems.splice(0)
    if (found.length > 0) throw new Error(`The browser reported:\n${found.join('\n')}`)
  }
  return {
    problems,
    expectNoProblems,
    async page({ allow = [], ...options } = {}) {
      const context = await browser.newContext({
        viewport: { width: 1280, height: 800 },
        timezoneId: 'Asia/Shanghai',
        locale: 'zh-CN', // a first visit takes the browser's language
        reducedMotion: 'reduce', // what slides and fades would be waited for
        ...options,
      })
      contexts.push(context)
      const page = await context.newPage()
      const note = (line: string) => {
        if (!allow.some((pattern) => pattern.test(line))) problems.push(`${page.url()}: ${line}`)
      }
      page.on('console', (message) => {
        const at = message.location().url
        if (message.type() === 'error') note(at ? `${message.text()} (${at})` : message.text())
      })
      page.on('pageerror', (error) => note(error.stack || `${error.name}: ${error.message}`))
      await page.addInitScript(reportViolations)
      return page
    },
    async close() {
      await Promise.all(contexts.map((context) => context.close()))
      expectNoProblems()
    },
  }
}

async function launchChromium(): Promise<Browser> {
  const executablePath = findChromium()
  if (!executablePath) throw new Error('No Chromium or Chrome found: install one, or set CHROME_PATH to it.')
  return chromium.launch({
    executablePath,
    args: [...chromiumFlags, '--renderer-process-limit=1', '--js-flags=--max-lazy'],
    headless: true,
  })
}

/** Runs in the page: Chromium words violations differently by kind, this names the directive and what was blocked. */
function reportViolations(): void {
  document.addEventListener('securitypolicyviolation', (event) => {
    console.error(
      `CSP violation of ${event.violatedDirective}: ${event.blockedURI} ${event.sourceFile ?? ''}:${event.lineNumber}`,
    )
  })
}
