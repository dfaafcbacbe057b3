import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '../db/connect.ts'

/** `/healthz`: the process is alive. `/readyz`: it can serve, that is, the database answers. Neither needs a sign-in nor says more. */
export function addHealth(app: FastifyInstance, database: Database): void {
  app.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send({ alive: true }))
  app.get('/readyz', async (_request, reply) => {
    const ready = await answers(database)
    if (!ready) reply.code(503).header('retry-after', '1')
    return reply.header('cache-control', 'no-store').send({ ready })
  })
}

async function answers(database: Database): Promise<boolean> {
  try {
    await sql`SELECT 1 FROM admin_session LIMIT 1`.execute(database.read)
    return true
  } catch {
    return false // not ready is the answer, whatever the reason
  }
}
