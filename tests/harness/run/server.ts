// The server of server/main/main.ts on a prepared database of the run, whose cluster is not durable: the check for that, and the tables and
// rows of a first start, which take most of it, are left out.
import { readSettings } from '../../../server/core/settings.ts'
import { publishStarted, startingSources } from '../../../server/main/live/start.ts'
import { loadModules } from '../../../server/main/modules.ts'
import { createServer, requireServedBy } from '../../../server/main/server.ts'

const settings = readSettings(process.env)
const url = settings.databaseUrl ?? ''
const modules = await loadModules()
const tell = (line: string) => console.log(`[kontor] ${line}`)
const sources = await startingSources({ url, settings, requireServed: requireServedBy(modules), tell })
await publishStarted(url, sources, Math.floor(Date.now() / 1000))
const { dirs, ...workspace } = sources
const options = { databaseUrl: url, settings, modules, schemaDir: dirs, log: console.error }
const server = await createServer({ ...options, workspace: { ...workspace, tell } })
process.once('SIGTERM', () => void server.close().then(() => process.exit(0)))
console.log(`is ready at ${(await server.listen()).url}`)
