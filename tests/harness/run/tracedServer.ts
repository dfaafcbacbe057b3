// server.ts, where V8 prints a line of figures after each collection of its memory.
import { setFlagsFromString } from 'node:v8'

setFlagsFromString('--trace-gc-nvp')
await import('./server.ts')
