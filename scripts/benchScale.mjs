import { run } from './bootstrap.mjs'

run('tests/bench/scale.ts')
