import { configureGlobal } from 'fast-check'

// Properties are tried with the same values in every run; a file that wants others names its own seed.
configureGlobal({ seed: 20_260_331 })

// A worker whose run a signal has ended would go on by itself, with its browser. Read anew for each file, this is said once.
if (!process.listeners('disconnect').some(({ name }) => name === leaveWithRun.name)) process.on('disconnect', leaveWithRun)

function leaveWithRun(): void {
  process.exit(1)
}
