import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

const names = [
  'chromium-headless-shell',
  'chrome-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'msedge',
]
const elsewhere = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** Flags with which a headless Chromium runs as any user, without a graphics card and without calling home. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Each new window would load the panels of its own address line, some hundred scripts, while the page of the test loads.
  '--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup',
]

/**
 * The path of a Chromium or Chrome on this machine: CHROME_PATH, else the first one in PATH, preferably the one without windows, which
 * takes a sixth less of the machine; undefined when there is none.
 */
export function findChromium(env: Record<string, string | undefined> = process.env): string | undefined {
  if (env.CHROME_PATH) return isProgram(env.CHROME_PATH) ? env.CHROME_PATH : undefined
  const dirs = (env.PATH ?? '').split(delimiter).filter((dir) => dir !== '')
  return [...names.flatMap((name) => dirs.map((dir) => join(dir, name))), ...elsewhere].find(isProgram)
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
