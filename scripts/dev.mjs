import { run } from './bootstrap.mjs'

run('scripts/dev.ts')
