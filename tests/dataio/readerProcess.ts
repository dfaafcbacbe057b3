import { rmSync } from 'node:fs'
import { readSource } from '../../server/modules/dataio/import/formats/read.ts'

/** Reads a file as an upload is read, in a process of its own, and prints what was found and how many megabytes of memory that took. */
const [path = '', name = ''] = process.argv.slice(2)
const kept = `${path}.kept`
const before = process.memoryUsage().rss
let peak = before
const timer = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage().rss)
}, 20)
const { rows, head, encoding } = await readSource({ path, name, encoding: 'auto', delimiter: '', titles: null }, kept)
clearInterval(timer)
peak = Math.max(peak, process.memoryUsage().rss)
rmSync(kept)
process.stdout.write(JSON.stringify({ rows, head, encoding, growth: Math.round((peak - before) / 1024 ** 2) }))
