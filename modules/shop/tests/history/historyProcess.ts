import { type HistoryOptions, runHistory } from './historyRun.ts'

// A history in a process of its own: what it is to do comes as JSON, what came of it goes out as JSON.
const options = JSON.parse(process.argv[2] ?? '{}') as HistoryOptions // written by history.test.ts
process.stdout.write(JSON.stringify(await runHistory(options)))
