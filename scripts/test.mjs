import { run } from './bootstrap.mjs'

run('test.ts')
