/** What the server answers with. */
interface Envelope<Data> {
  code: number
  msg: string
  data: Data
}

export type Row = Readonly<Record<string, unknown>>

export interface Question {
  first: number
  rows: number
  sortField?: string | undefined
  sortOrder?: string | undefined
}

/** Reads a page of a list. */
export async function fetchRows(id: string, { first, rows, sortField, sortOrder }: Question, signal: AbortSignal) {
  const query = new URLSearchParams({ page: String(first / rows + 1), limit: String(rows) })
  if (sortField) query.set('order', `${sortField},${sortOrder}`)
  const answer = await fetch(`/admin/bench.${id}/index?${query}`, { headers: headers(), signal })
  const { data } = (await answer.json()) as Envelope<{ list: Row[]; total: number }>
  return data
}

function headers(): Record<string, string> {
  const { token } = JSON.parse(localStorage.getItem('adminInfo') ?? '{}') as { token?: string }
  return { batoken: token ?? '', server: 'true', 'think-lang': 'en' }
}
