import { setTimeout as sleep } from 'node:timers/promises'
import { onShutdown } from '../../../server/main/signals.ts'

/** A server whose requests take two seconds to finish; it says what it is told. */
const log = (line: string) => console.log(line)
onShutdown({ drain: () => sleep(2000), stop: async () => log('stopped'), log, timeout: 10_000 })
setInterval(() => {}, 1000)
log('ready')
