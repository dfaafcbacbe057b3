import { parse } from 'csv-parse/sync'
import { expect } from 'vitest'
import { type Entry, fromBuffer, type ZipFile } from 'yauzl'
import { exportJob } from '../../server/modules/dataio/export/record.ts'
import { type Client, makeClient } from '../harness/client.ts'
import type { TestServer } from '../harness/server.ts'

/** How an export stands, as its owner is told. */
export interface Work {
  id: number
  status: number
  progress: number
  done: number
  total: number
  name: string
  error: string
}

/** Asks for an export of a list; gives its id. Throws when it is refused. */
export async function ask(client: Client, controller: string, body: object): Promise<number> {
  const answer = await client.post<{ id: number }>(`/admin/${controller}/export`, {
    format: 'csv',
    zone: 'Asia/Shanghai',
    ...body,
  })
  if (answer.body.code !== 1) throw new Error(`the export was refused: ${answer.text}`)
  return answer.body.data.id
}

export async function standing(client: Client, id: number): Promise<Work> {
  return (await client.get<Work>('/admin/dataio.Export/mine', { id })).body.data
}

/** Waits until an export has this state. */
export async function reaches(client: Client, id: number, status: number, timeout = 30_000): Promise<Work> {
  await expect.poll(async () => standing(client, id), { timeout }).toMatchObject({ status })
  return standing(client, id)
}

/** Fetches the file of an export, as the link of a browser does: without a token. */
export async function fetchFile(client: Client, server: { url: string }, id: number): Promise<Response> {
  const ticket = await client.post<{ url: string }>('/admin/dataio.Export/fetch', { id })
  if (ticket.body.code !== 1) throw new Error(`there is no ticket: ${ticket.text}`)
  return fetch(server.url + ticket.body.data.url)
}

/** Asks for an export, waits for it and gives its file. */
export async function exported(client: Client, server: { url: string }, controller: string, body: object = {}): Promise<Buffer> {
  const id = await ask(client, controller, body)
  await reaches(client, id, 2)
  return Buffer.from(await (await fetchFile(client, server, id)).arrayBuffer())
}

/**
 * Each of these people asks for two exports of as many rows, at the server that is theirs; each export is made once, whichever server did
 * it, and every server hands the file out. Gives who asked for which.
 */
export async function eachMadeOnce<T extends Client>(
  { urls, query }: { urls: readonly string[]; query: TestServer['query'] },
  people: readonly T[],
  askFor: (who: T) => Promise<number>,
  rows: number,
): Promise<{ who: T; id: number }[]> {
  const asked = await Promise.all(people.flatMap((who) => [0, 1].map(async () => ({ who, id: await askFor(who) }))))
  for (const { who, id } of asked) expect(await reaches(who, id, 2)).toMatchObject({ total: rows, done: rows, progress: 100 })
  const runs = await query<{ row_key: string; n: number }>(
    `SELECT row_key, count(*)::int AS n FROM audit WHERE action = 'dataio/export/run' AND row_key = ANY($1::text[]) GROUP BY row_key`,
    [asked.map(({ id }) => String(id))],
  )
  expect(runs.map((run) => run.n)).toEqual(asked.map(() => 1))
  const left = await query('SELECT 1 FROM job WHERE kind = $1 AND ref_id = ANY($2::int[])', [
    exportJob,
    asked.map(({ id }) => id),
  ])
  expect(left).toEqual([])
  for (const { who, id } of asked.slice(0, 2)) {
    for (const url of urls) {
      const file = await fetchFile(makeClient(url, { token: who.token ?? '' }), { url }, id)
      expect(csvRows(Buffer.from(await file.arrayBuffer())).length).toBe(rows + 1)
    }
  }
  return asked
}

/** The lines of a CSV file. */
export function csvRows(file: Buffer): string[][] {
  return parse(file, { bom: true, relax_column_count: false }) as string[][]
}

/** One line per row, by its titles. */
export function csvRecords(file: Buffer): Record<string, string>[] {
  return parse(file, { bom: true, columns: true }) as Record<string, string>[]
}

/** The files in a zip, by name, as text. */
export function unzipped(file: Buffer): Promise<Map<string, string>> {
  return new Promise((resolve, reject) => {
    fromBuffer(file, { lazyEntries: true }, (error, zip) => {
      if (error) reject(error)
      else readAll(zip, new Map(), resolve, reject)
    })
  })
}

function readAll(
  zip: ZipFile,
  found: Map<string, string>,
  done: (all: Map<string, string>) => void,
  failed: (e: unknown) => void,
) {
  zip.on('error', failed)
  zip.on('end', () => done(found))
  zip.on('entry', (entry: Entry) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error) return failed(error)
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('error', failed)
      stream.on('end', () => {
        found.set(entry.fileName, Buffer.concat(parts).toString())
        zip.readEntry()
      })
    })
  })
  zip.readEntry()
}

/** Cells of a sheet's XML, line by line, in the columns where they stand; numbers as numbers. */
export function sheetCells(xml: string): (string | number)[][] {
  return [...xml.matchAll(/<row [^>]*>(.*?)<\/row>/gs)].map(([, row = '']) => {
    const cells: (string | number)[] = []
    for (const [, letters = '', body = ''] of row.matchAll(/<c r="([A-Z]+)\d+"[^>]*>(.*?)<\/c>/gs)) {
      const at = [...letters].reduce((n, letter) => n * 26 + letter.charCodeAt(0) - 64, 0) - 1
      const text = /<t[^>]*>(.*?)<\/t>/s.exec(body)?.[1]
      cells[at] = text === undefined ? Number(/<v>(.*?)<\/v>/.exec(body)?.[1]) : unescaped(text)
    }
    return Array.from(cells, (cell) => cell ?? '')
  })
}

const unescaped = (text: string): string => text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
