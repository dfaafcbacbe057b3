import { ensureBuilt } from './build.ts'

try {
  ensureBuilt()
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exit(1)
}
await import('../server/main/main.ts')
