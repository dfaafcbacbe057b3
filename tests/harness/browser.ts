import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { chromiumFlags, findChromium } from '../../scripts/chromium.ts'

export type TestBrowser = {
  browser: Browser
  /** A page with a storage of its own. What goes wrong in it is collected in `problems`, except for lines that match `allow`. */
  page(options?: BrowserContextOptions & { allow?: RegExp[] }): Promise<Page>
  /** Violations of the CSP, errors on the console and errors nobody caught, of all pages, with the address where they happened. */
  problems: string[]
  /** Throws with the problems so far, if there are any, and forgets them. To be called at the end of each test. */
  expectNoProblems(): void
  /** Closes the browser and throws when problems were left. */
  close(): Promise<void>
}

/** Opens a headless Chromium. Throws one clear line when there is none. */
export async function openBrowser(): Promise<TestBrowser> {
  const executablePath = findChromium()
  if (!executablePath) throw new Error('No Chromium or Chrome found: install one, or set CHROME_PATH to it.')
  const browser = await chromium.launch({ executablePath, args: chromiumFlags, headless: true })
  const problems: string[] = []
  const expectNoProblems = () => {
    const found = problems.splice(0)
    if (found.length > 0) throw new Error(`The browser reported:\n${found.join('\n')}`)
  }
  return {
    browser,
    problems,
    expectNoProblems,
    async page({ allow = [], ...options } = {}) {
      const context = await browser.newContext({
        viewport: { width: 1280, height: 800 },
        timezoneId: 'Asia/Shanghai',
        ...options,
      })
      const page = await context.newPage()
      const note = (line: string) => {
        if (!allow.some((pattern) => pattern.test(line))) problems.push(`${page.url()}: ${line}`)
      }
      page.on('console', (message) => {
        const at = message.location().url
        if (message.type() === 'error') note(at ? `${message.text()} (${at})` : message.text())
      })
      page.on('pageerror', (error) => note(error.stack ?? error.message))
      await page.addInitScript(reportViolations)
      return page
    },
    async close() {
      await browser.close()
      expectNoProblems()
    },
  }
}

/** Runs in the page: Chromium words violations differently by kind, this names the directive and what was blocked. */
function reportViolations(): void {
  document.addEventListener('securitypolicyviolation', (event) => {
    console.error(
      `CSP violation of ${event.violatedDirective}: ${event.blockedURI} ${event.sourceFile ?? ''}:${event.lineNumber}`,
    )
  })
}
