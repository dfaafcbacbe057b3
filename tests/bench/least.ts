import fastify from 'fastify'
import { Pool } from 'pg'

/**
 * The least server that answers a list: fastify and pg by hand, without sessions, rights, kinds or words. It runs one statement for each
 * request, the list's own, and writes its rows as they come. Prints its address when it is ready; DATABASE_URL, STATEMENT and VALUES say
 * what it does.
 */
const { DATABASE_URL = '', STATEMENT = '', VALUES = '[]' } = process.env
const pool = new Pool({ connectionString: DATABASE_URL, max: 10 })
const values = JSON.parse(VALUES) as unknown[]
const server = fastify({ logger: false })

server.get('/*', async (_request, reply) => {
  const { rows } = await pool.query<{ _total: string }>({ name: 'list', text: STATEMENT, values })
  const total = Number(rows[0]?._total ?? 0)
  const answer = { code: 1, msg: '', time: Math.floor(Date.now() / 1000), data: { list: rows, total, total_is: 'exact' } }
  return reply.header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(answer))
})

process.stdout.write(`ready ${await server.listen({ host: '127.0.0.1', port: 0 })}\n`)
