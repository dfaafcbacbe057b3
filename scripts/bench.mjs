import { run } from './bootstrap.mjs'

run('tests/bench/bench.ts')
