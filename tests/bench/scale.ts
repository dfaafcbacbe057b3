import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Pool } from 'pg'
import { loadSchema } from '../../codegen/load/pages.ts'
import { orderOf } from '../../server/core/db/columns.ts'
import { databaseUrlForTools } from '../../server/core/db/postgres/running.ts'
import { servedBy } from '../../server/core/db/served.ts'
import type { Page } from '../../src/schemas/language/page.ts'
import type { Client } from '../harness/client.ts'
import { fillTable, tablesOf } from '../harness/fill.ts'
import { startProcess } from '../harness/process.ts'
import { signIn } from '../harness/server.ts'
import { type Figure, report } from './figures.ts'

/** Rows of each list's own table (others that it looks into have a tenth), and how often each question is asked. */
const rows = Number(process.env.KONTOR_BENCH_ROWS ?? 1_000_000)
const times = Number(process.env.KONTOR_BENCH_RUNS ?? 40)
const lists = (process.env.KONTOR_BENCH_LISTS ?? 'shop/order/order,user/user,shop/user/moneyLog,shop/order/refund').split(',')

/** A question to a list: its parameters, and the least SQL that finds the same rows where there is such. */
interface Question {
  name: string
  params: Record<string, unknown>
  plain?: string
  target: number
}

/** Prints how long lists over tables of a million rows take, beside the same question in SQL. Nothing here fails by the clock. */
async function bench(): Promise<void> {
  const { schema } = await loadSchema()
  const dataDir = mkdtempSync(join(tmpdir(), 'kontor-scale-'))
  const server = await startProcess(dataDir, { KONTOR_DEMO: '0' })
  const pool = new Pool({ connectionString: databaseUrlForTools({ KONTOR_DATA: dataDir }), max: 2 })
  const figures: Figure[] = []
  try {
    const filled = new Set<string>()
    const owns = new Set(lists.map((id) => schema.pages.get(id)?.entity.table))
    const owner = await signIn(server.url, 'admin')
    for (const id of lists) {
      const page = schema.pages.get(id)
      if (!page) throw new Error(`there is no page ${id}`)
      for (const entity of tablesOf(schema, id)) {
        if (filled.has(entity.table)) continue
        const begun = performance.now()
        const count = owns.has(entity.table) ? rows : rows / 10
        await fillTable(pool, entity, count)
        filled.add(entity.table)
        process.stderr.write(`${entity.table}: ${count} rows in ${Math.round((performance.now() - begun) / 1000)} s\n`)
      }
      for (const question of await questionsOf(page, pool)) figures.push(...(await measure(page, question, owner, pool)))
    }
    const cpu = cpus()
    process.stdout.write(
      `\n${rows} rows a table, ${times} times each, on ${cpu.length} × ${cpu[0]?.model ?? 'unknown'}, Node ${process.version}\n`,
    )
  } finally {
    process.stdout.write(`\n${figures.length > 0 ? report(figures) : 'Nothing was measured.'}\n`)
    await pool.end()
    server.child.kill('SIGTERM')
    await server.ended
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** First page, every sort and filter that has an index, quick search, page 1 000 and a page in the middle of the table. */
async function questionsOf(page: Page, pool: Pool): Promise<Question[]> {
  const { entity, table } = page
  const living = entity.softDelete ? 'where delete_time is null' : 'where true'
  const all = `select * from "${entity.table}" ${living}`
  const { sorted, found } = servedBy(entity)
  const [first] = entity.sort
  const byDefault = first ? `order by ${first[0]}${orderOf(first[0], first[1], entity)}` : ''
  const questions: Question[] = [{ name: 'first page', params: {}, plain: `${all} ${byDefault} limit 20`, target: 50 }]
  for (const { field, sortable } of table.columns) {
    if (!sortable || !sorted.has(field)) continue
    questions.push({
      name: `sort by ${field}`,
      params: { order: `${field},asc` },
      plain: `${all} order by ${field}${orderOf(field, 'asc', entity)} limit 20`,
      target: 50,
    })
  }
  for (const { field, operator } of table.search) {
    const isOwn = entity.fields[field] !== undefined
    const isText = operator === 'LIKE' && isOwn && !entity.fields[field]?.unindexedBecause
    if (!isOwn || entity.fields[field]?.kind === 'money' || !(isText || found.has(field))) continue
    if (operator === 'NULL' || operator === 'NOT NULL') continue
    const picked = await pool.query(
      `${all} and ${field} is not null and ${field}::text <> '' offset ${Math.floor(rows / 3)} limit 1`,
    )
    const value = String(picked.rows[0]?.[field] ?? '')
    const val = operator === 'LIKE' ? value.slice(-7) : operator === 'RANGE' ? `${value},${Number(value) + 3600}` : value
    const plain =
      operator === 'LIKE'
        ? `${field} ilike '%${val}%'`
        : operator === 'RANGE'
          ? `${field} between ${val.replace(',', ' and ')}`
          : ''
    const isList = entity.fields[field]?.store?.type.endsWith('[]')
    const same = plain || (isList ? `'${value}' = any(${field}::text[])` : `${field}::text = '${value}'`)
    questions.push({
      name: `${field} ${operator}`,
      params: { search: [{ field, operator, val }] },
      plain: `${all} and ${same} ${byDefault} limit 20`,
      target: 50,
    })
  }
  const [quick] = table.quickSearch.filter((name) => entity.fields[name])
  if (quick) {
    const picked = await pool.query(`${all} offset ${Math.floor(rows / 2)} limit 1`)
    const text = String(picked.rows[0]?.[quick] ?? '').slice(-7)
    const any = table.quickSearch.filter((name) => entity.fields[name]).map((name) => `${name}::text ilike '%${text}%'`)
    questions.push({
      name: 'quick search',
      params: { quickSearch: text },
      plain: `${all} and (${any.join(' or ')}) ${byDefault} limit 20`,
      target: 50,
    })
  }
  for (const number of [1000, rows / 40])
    questions.push({
      name: `page ${number}`,
      params: { page: number },
      plain: `${all} ${byDefault} limit 20 offset ${(number - 1) * 20}`,
      target: number === 1000 ? 200 : 1000,
    })
  return questions
}

async function measure(page: Page, { name, params, plain, target }: Question, owner: Client, pool: Pool): Promise<Figure[]> {
  const ask = async () => {
    const { body } = await owner.get(`/admin/${page.controller}/index`, { limit: 20, ...params })
    if (body.code !== 1) throw new Error(`${page.id}, ${name}: ${body.msg}`)
  }
  const few = name.startsWith('page') ? Math.min(10, times) : times
  const own = await spread(ask, few)
  const sql = plain ? await spread(() => pool.query(plain), Math.min(5, few)) : undefined
  const note = `p50 ${own.p50.toFixed(1)}${sql ? `; plain SQL p50 ${sql.p50.toFixed(1)}` : ''}`
  return [{ name: `${page.id}: ${name}, p99`, value: own.p99, unit: 'ms', target, note }]
}

/** Milliseconds of a question: the middle and the slowest of a hundred, after six that let plans and caches settle. */
async function spread(ask: () => Promise<unknown>, count: number): Promise<{ p50: number; p99: number }> {
  for (let round = 0; round < Math.min(6, count); round++) await ask()
  const taken: number[] = []
  for (let round = 0; round < count; round++) {
    const begun = performance.now()
    await ask()
    taken.push(performance.now() - begun)
  }
  taken.sort((a, b) => a - b)
  const at = (part: number) => taken[Math.min(taken.length - 1, Math.floor(taken.length * part))] ?? Number.NaN
  return { p50: at(0.5), p99: at(0.99) }
}

try {
  await bench()
} catch (error) {
  process.stderr.write(`${(error as Error).stack ?? error}\n`)
  process.exitCode = 1
}
