import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Pool } from 'pg'
import { type MultiServer, openMultiServer } from '../../modules/shop/tests/helpers/multiServer.ts'
import { databaseUrlForTools } from '../../server/core/db/postgres/running.ts'
import { OWNER_PASSWORD } from '../harness/database.ts'
import { type ServerProcess, startProcess } from '../harness/process.ts'
import { signIn } from '../harness/server.ts'
import { startTestSandbox } from '../harness/services/sandbox.ts'

/** Two server processes sharing one database and one directory of files; both pay through the same sandbox provider. */
export interface Pair {
  first: ServerProcess
  second: ServerProcess
  multiServer: MultiServer
  databaseUrl: string
  /** Starts one more process beside them. */
  another(): Promise<ServerProcess>
  close(): Promise<void>
}

/** Starts both, the first with the database. */
export async function startPair(): Promise<Pair> {
  const dir = mkdtempSync(join(tmpdir(), 'kontor-pair-'))
  const refused = new Set<string>()
  const refuse = ({ tradeNo }: { tradeNo: string }) => (refused.has(tradeNo) ? '银行卡已注销' : undefined)
  const sandbox = await startTestSandbox({ refuse })
  const env = { KONTOR_PAYMENTS: sandbox.url, KONTOR_PAYMENT_KEY: sandbox.key }
  const first = await startProcess(dir, env)
  const databaseUrl = databaseUrlForTools({ KONTOR_DATA: dir })
  const more: ServerProcess[] = []
  const another = async () => {
    const each = await startProcess(dir, { ...env, DATABASE_URL: databaseUrl })
    more.push(each)
    return each
  }
  const second = await another()
  const pool = new Pool({ connectionString: databaseUrl, max: 4 })
  pool.on('error', () => {}) // the database goes with the first
  const query: MultiServer['query'] = async (text, values = []) => (await pool.query(text, values)).rows
  const owner = await signIn(first.url, 'admin', OWNER_PASSWORD)
  const multiServer = await openMultiServer({ urls: [first.url, second.url], query, sandbox, refused }, owner)
  return {
    first,
    second,
    multiServer,
    databaseUrl,
    another,
    async close() {
      await pool.end()
      for (const each of [...more, first]) {
        each.child.kill('SIGTERM')
        await each.ended
      }
      await sandbox.close()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
