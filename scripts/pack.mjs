import { run } from './bootstrap.mjs'

run('scripts/pack.ts')
