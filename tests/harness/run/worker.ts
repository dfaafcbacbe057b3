import { configureGlobal } from 'fast-check'

// Properties are tried with the same values in every run; a file that wants others names its own seed.
configureGlobal({ seed: 20_260_331 })

// Exit with the run: after a kill, workers and their browsers would keep running. This file runs once per test file; listen only once.
if (!process.listeners('disconnect').some(({ name }) => name === leaveWithRun.name)) process.on('disconnect', leaveWithRun)

function leaveWithRun(): void {
  process.exit(1)
}
