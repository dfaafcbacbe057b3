import fastify from 'fastify'
import { Pool } from 'pg'

/**
 * The least server that answers a list: fastify and pg by hand, without sessions, rights, kinds or words. For each request it runs the given
 * statements, writes the rows of the first as they come, and reads their number from the last. Prints its address when it is ready;
 * DATABASE_URL and STATEMENTS, a JSON list of `text` and `values`, say what it does.
 */
const { DATABASE_URL = '', STATEMENTS = '[]' } = process.env
const pool = new Pool({ connectionString: DATABASE_URL, max: 10 })
const statements = (JSON.parse(STATEMENTS) as { text: string; values: unknown[] }[]).map((each, i) => ({
  ...each,
  name: `list${i}`,
}))
const server = fastify({ logger: false })

server.get('/*', async (_request, reply) => {
  const found = []
  for (const statement of statements) found.push((await pool.query<{ _total: string }>(statement)).rows)
  const list = found[0] ?? []
  const total = Number(found.at(-1)?.[0]?._total ?? 0)
  const answer = { code: 1, msg: '', time: Math.floor(Date.now() / 1000), data: { list, total, total_is: 'exact' } }
  return reply.header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(answer))
})

process.stdout.write(`ready ${await server.listen({ host: '127.0.0.1', port: 0 })}\n`)
