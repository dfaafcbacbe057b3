/** Two signals in this time are one: Ctrl-C reaches the server both from the terminal and through npm. */
const sameSignal = 500

export type ShutdownSteps = {
  /** Lets requests under way finish and takes no new ones. */
  drain(): Promise<void>
  /** Stops what must not be left running, quickly. */
  stop(): Promise<void>
  log(line: string): void
  /** Longest time for `drain`, in milliseconds. */
  timeout: number
}

/**
 * Ends the process in order at SIGINT, SIGTERM, SIGHUP or the end of the script that started it: drain, then stop, exit code 0. A second signal,
 * or patience running out, cuts the draining short, exit code 1; a third one ends the process at once.
 */
export function onShutdown(steps: ShutdownSteps): void {
  let first = 0
  let count = 0
  let hurry: () => void = () => {}
  const hurried = new Promise<'hurried'>((resolve) => {
    hurry = () => resolve('hurried')
  })

  const begin = async () => {
    const timer = setTimeout(hurry, steps.timeout)
    const result = await Promise.race([steps.drain().then(() => 'drained' as const), hurried])
    clearTimeout(timer)
    if (result === 'hurried') steps.log('Stopping at once; requests under way are cut off.')
    await steps.stop()
    return result === 'drained' ? 0 : 1
  }

  const onSignal = (name: string) => {
    const now = performance.now()
    if (count > 0 && now - first < sameSignal) return
    count += 1
    if (count === 2) hurry()
    if (count > 2) process.exit(1)
    if (count !== 1) return
    first = now
    steps.log(`${name}: finishing requests under way, then stopping. Once more stops at once.`)
    begin().then(
      (code) => process.exit(code),
      (error) => {
        steps.log(error instanceof Error ? (error.stack ?? error.message) : String(error))
        process.exit(1)
      },
    )
  }

  process.on('SIGINT', () => onSignal('SIGINT'))
  process.on('SIGTERM', () => onSignal('SIGTERM'))
  process.on('SIGHUP', () => onSignal('SIGHUP'))
  // npm start keeps a channel open to us: when that script is killed, nobody could stop us with Ctrl-C any more
  if (process.connected) process.once('disconnect', () => onSignal('npm start has ended'))
}
