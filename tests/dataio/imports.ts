import { expect } from 'vitest'
import type { ImportDraft, ImportNews } from '../../src/schemas/api/importing.ts'
import type { Answer, Client } from '../harness/client.ts'
import { sheetCells, unzipped } from './files.ts'

/** Sends a file to a list, as the dialog does. */
export async function sendFile(
  client: Client,
  server: { url: string },
  controller: string,
  content: string | Uint8Array | Blob,
  { name = 'rows.csv', encoding = 'auto', lang = 'en', delimiter = 'auto', header = true } = {},
): Promise<Answer<ImportDraft>['body']> {
  const form = new FormData()
  form.append('encoding', encoding)
  form.append('delimiter', delimiter)
  form.append('has_header', header ? '1' : '0')
  form.append('file', content instanceof Blob ? content : new Blob([content as BlobPart]), name)
  const answer = await fetch(`${server.url}/admin/${controller}/import`, {
    method: 'POST',
    headers: { origin: server.url, server: 'true', 'think-lang': lang, 'x-kontor-strict': '1', batoken: client.token ?? '' },
    body: form,
  })
  return (await answer.json()) as Answer<ImportDraft>['body']
}

/** The lines of the workbook that a list gives to be filled in, sheet by sheet, and the workbook itself. */
export async function templateOf(
  client: Client,
  controller: string,
): Promise<{ book: Buffer; rows: string[][]; options: string[][] }> {
  const { body } = await client.get<{ template: string }>(`/admin/${controller}/import`, { template: 1 })
  const book = Buffer.from(body.data.template, 'base64')
  const parts = await unzipped(book)
  const lines = (n: number) => sheetCells(parts.get(`xl/worksheets/sheet${n}.xml`) ?? '').map((row) => row.map(String))
  return { book, rows: lines(1), options: lines(2) }
}

export interface Ask {
  mode?: string
  match?: string
  on_error?: string
  mapping?: string[]
  name?: string
  encoding?: string
  /** Milliseconds that the check may take. */
  timeout?: number
}

/** Sends lines and has them checked; gives the import as it stands then. Throws when something is refused on the way. */
export async function checked(
  client: Client,
  server: { url: string },
  controller: string,
  content: string | Uint8Array,
  { name = 'rows.csv', encoding = 'auto', timeout, ...ask }: Ask = {},
): Promise<ImportNews> {
  const draft = await sendFile(client, server, controller, content, { name, encoding })
  if (draft.code !== 1) throw new Error(`the file was refused: ${draft.msg}`)
  const { id, mapping } = draft.data
  const body = { id, mapping, mode: 'insert', match: '', on_error: 'skip', ...ask }
  const answer = await client.post('/admin/dataio.Import/check', body)
  if (answer.body.code !== 1) throw new Error(`the check was refused: ${answer.text}`)
  return ends(client, id, 1, timeout)
}

export async function standing(client: Client, id: number): Promise<ImportNews> {
  return (await client.get<ImportNews>('/admin/dataio.Import/mine', { id })).body.data
}

/** Waits until an import has left this state. */
export async function ends(client: Client, id: number, status: number, timeout = 60_000): Promise<ImportNews> {
  await expect.poll(async () => (await standing(client, id)).status, { timeout }).not.toBe(status)
  return standing(client, id)
}

/** Saves the lines of an import that was checked; gives it as it has ended. */
export async function ran(client: Client, id: number, timeout?: number): Promise<ImportNews> {
  const answer = await client.post('/admin/dataio.Import/start', { id })
  if (answer.body.code !== 1) throw new Error(`the import was refused: ${answer.text}`)
  return ends(client, id, 3, timeout)
}

/** A file of lines with these titles. */
export function csv(...rows: (string | number)[][]): string {
  return rows.map((row) => row.map((cell) => `"${String(cell).replaceAll('"', '""')}"`).join(',')).join('\r\n')
}
