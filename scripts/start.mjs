import { readFileSync } from 'node:fs'
import { run } from './bootstrap.mjs'

// On a machine with much memory V8 lets garbage pile up: about 300 MB under load where 120 MB do, without being faster for it.
const flags = JSON.parse(readFileSync(new URL('./serverFlags.json', import.meta.url), 'utf8'))

run('scripts/start.ts', undefined, flags)
