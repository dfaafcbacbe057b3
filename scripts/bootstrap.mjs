// The first step of every npm script. It is plain JavaScript because the machine's own Node may be 20, which runs no TypeScript; what
// follows runs on the Node 24 that npm has put into node_modules.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { basename, delimiter, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
/** Is Kontor itself one of the packages of another project? Then npm has put what it needs beside it. */
const isPackage = basename(dirname(root)) === 'node_modules'
const modules = isPackage ? dirname(root) : join(root, 'node_modules')

/**
 * Installs the packages if needed, then runs a file of the project on Node 22.18 or newer and ends with its exit code. Signals go on to
 * it, and it is told through its channel when this process is killed. `flags` are for Node itself; `cwd` and `env`: where it runs, when
 * not in the project, and further variables.
 */
export function run(file, args = process.argv.slice(2), flags = [], { cwd = root, env = {} } = {}) {
  if (process.argv[1] && Number.parseInt(process.versions.node, 10) < 20) {
    fail(`Kontor needs Node 20 or newer; this is ${process.versions.node}.`)
  }
  if (!isPackage && !isInstalled()) install()
  const child = spawn(findNode(), ['--disable-warning=ExperimentalWarning', ...flags, join(root, file), ...args], {
    cwd,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: {
      // keeps the compiled form of the sources: the server is ready in half the time
      NODE_COMPILE_CACHE: join(modules, '.cache/compiled'),
      ...process.env,
      ...env,
      ...(isPackage ? { NODE_OPTIONS: [process.env.NODE_OPTIONS, ...readsTypes].filter(Boolean).join(' ') } : {}),
      PATH: [join(modules, '.bin'), process.env.PATH].join(delimiter),
    },
  })
  // npm passes a SIGTERM only to the shell between it and us, which dies of it. Told again, the child would cut short what it finishes.
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    child.kill('SIGTERM')
  }, 500).unref()
  const pass = (signal) => {
    clearInterval(watch)
    child.kill(signal)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, pass)
  child.once('error', (error) => fail(error.message))
  child.once('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)))
}

/** Node takes no types away from the files of installed packages; every process that Kontor starts does so by itself. */
const readsTypes = ['--disable-warning=ExperimentalWarning', `--import=${pathToFileURL(join(root, 'bin/typescript.mjs')).href}`]

/** Whether node_modules holds what package-lock.json asks for. npm writes its own list there as the last step of an install. */
function isInstalled() {
  const list = join(modules, '.package-lock.json')
  if (!existsSync(list)) return false
  const has = JSON.parse(readFileSync(list, 'utf8')).packages
  const wants = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  return Object.entries(wants).every(
    ([path, entry]) =>
      path === '' || (has[path] ? has[path].integrity === entry.integrity : entry.optional || entry.peer === true),
  )
}

function install() {
  console.log('Installing packages (npm ci) …')
  const npm = process.env.npm_execpath
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  const done = npm
    ? spawnSync(process.execPath, [npm, ...args], { cwd: root, stdio: 'inherit' })
    : spawnSync('npm', args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' })
  if (done.status !== 0) fail('The packages could not be installed: see above. Is the npm registry reachable?')
}

/** The Node of node_modules, or our own where there is none for this platform. */
function findNode() {
  const own = join(modules, '.bin', process.platform === 'win32' ? 'node.cmd' : 'node')
  if (existsSync(own) && process.platform !== 'win32' && spawnSync(own, ['--version']).status === 0) return own
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > 22 || (major === 22 && minor >= 18)) return process.execPath
  return fail(`There is no packaged Node for ${process.platform}-${process.arch}: install Node 22.18 or newer.`)
}

function fail(line) {
  console.error(line)
  process.exit(1)
}
