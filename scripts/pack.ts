import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { buildForPackage } from './build.ts'

// npm run pack [-- <options of npm pack>]: the package, with a front end that is built for it: its first start builds nothing. It is put
// together in a folder of its own, so that the front end that is built here stays.
const root = resolve(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'kontor-pack-'))
try {
  const { files, devDependencies: _, ...pack } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  for (const file of [...files, 'README.md', 'LICENSE'])
    if (file !== 'dist') cpSync(join(root, file), join(folder, file), { recursive: true })
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify({ ...pack, files }, null, 2)}\n`)
  buildForPackage(folder)
  const npm = process.env.npm_execpath
  const args = ['pack', folder, ...process.argv.slice(2)]
  const done = npm
    ? spawnSync(process.execPath, [npm, ...args], { stdio: 'inherit' })
    : spawnSync('npm', args, { stdio: 'inherit', shell: process.platform === 'win32' })
  process.exitCode = done.status ?? 1
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
