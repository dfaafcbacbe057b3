import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { ensureBuilt } from './build.ts'
import { findChromium } from './chromium.ts'

const cjkFont = '/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc'
const long = process.argv.includes('--long')
const filters = process.argv.slice(2).filter((each) => each !== '--long')

const dir = mkdtempSync(join(tmpdir(), 'kontor-report-'))
const report = join(dir, 'report.json')
try {
  ensureChromium()
  ensureBuilt()
  const checked = filters.length > 0 ? [] : checks()
  const steps = [await vitest(), ...(await Promise.all(checked))]
  for (const { said } of steps) process.stdout.write(said)
  const passed = steps.reduce((sum, step) => sum + step.passed, 0)
  const failed = steps.reduce((sum, step) => sum + step.failed, 0)
  process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
} finally {
  rmSync(dir, { recursive: true, force: true })
}

type Outcome = { passed: number; failed: number; said: string }

/** Format, lint and types, beside the tests: each counts as one test, and what it prints comes after theirs. */
function checks(): Promise<Outcome>[] {
  return [
    ['biome', ['node_modules/@biomejs/biome/bin/biome', 'check', '.']],
    ['tsc', ['node_modules/typescript/bin/tsc', '--noEmit']],
  ].map(async ([name, args]) => {
    const child = spawn(process.execPath, args as string[], { stdio: ['ignore', 'pipe', 'pipe'] })
    let said = `\n${name}\n`
    const add = (chunk: Buffer) => {
      said += chunk.toString()
    }
    child.stdout.on('data', add)
    child.stderr.on('data', add)
    const ok = (await ended(child)) === 0
    return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, said: ok ? '' : said }
  })
}

/** Resolves to the exit code of a child, or null if it did not start or a signal ended it. Passes on the signals that end this process. */
function ended(child: ReturnType<typeof spawn>): Promise<number | null> {
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
  return new Promise((resolve) => {
    child.once('error', () => resolve(null))
    child.once('close', resolve)
  })
}

async function vitest(): Promise<Outcome> {
  const args = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--reporter=default',
    '--reporter=./tests/harness/run/report.ts',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]
  const env = long ? { ...process.env, KONTOR_LONG: '1' } : process.env
  const status = await ended(spawn(process.execPath, [...args, ...filters], { stdio: 'inherit', env }))
  if (!existsSync(report)) return { passed: 0, failed: 1, said: '' }
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report
  const brokenFiles = testResults.filter((file) => file.status === 'failed' && !file.assertionResults.some(isFailed)).length
  const failed = numFailedTests + brokenFiles
  // An error outside of any test fails the run too.
  return { passed: numPassedTests, failed: failed === 0 && status !== 0 ? 1 : failed, said: failures(testResults) }
}

type Report = {
  numPassedTests: number
  numFailedTests: number
  testResults: FileResult[]
}

type FileResult = {
  name: string
  status: string
  message?: string
  assertionResults: { status: string; fullName: string; failureMessages?: string[] | null }[]
}

/** The failed tests and files by name, each with the first line of what it met: the last lines of a log are read first. */
function failures(files: FileResult[]): string {
  const lines = files
    .filter(isFailed)
    .flatMap(({ name, message, assertionResults }) => [
      `FAILED ${relative('.', name)} ${firstLine(message)}`,
      ...assertionResults
        .filter(isFailed)
        .map(({ fullName, failureMessages }) => `  ${fullName}: ${firstLine(failureMessages?.[0])}`),
    ])
  return lines.map((line) => `${line}\n`).join('')
}

function firstLine(text = ''): string {
  return text.split('\n', 1)[0] ?? ''
}

function isFailed({ status }: { status: string }): boolean {
  return status === 'failed'
}

/** Browser tests need a Chromium; where we may, we install Debian's, with a font for Chinese. Throws one clear line otherwise. */
function ensureChromium(): void {
  const mayInstall = process.getuid?.() === 0 && existsSync('/etc/debian_version')
  const missing = findChromium() === undefined
  if (!missing && (!mayInstall || existsSync(cjkFont))) return
  if (mayInstall && !process.env.CHROME_PATH) {
    process.stdout.write('Installing Chromium and a font for Chinese (apt-get) …\n')
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit', env })
    const install = (...names: string[]) =>
      spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], { stdio: 'inherit', env })
    install('fonts-noto-cjk')
    if (missing && install('chromium-headless-shell').status !== 0) install('chromium') // an older Debian has no shell
  }
  if (findChromium()) return
  throw new Error(
    process.env.CHROME_PATH
      ? `CHROME_PATH is ${JSON.stringify(process.env.CHROME_PATH)}: there is no program there.`
      : 'The browser tests need Chromium or Chrome: install one (on Debian: apt-get install chromium), or set CHROME_PATH to it.',
  )
}
