import type { Answer, Client } from '../harness/client.ts'

export const refundUrl = '/admin/shop.order.Refund'

/** 100 people agree to a refund or refuse it, at the servers of these clients. Gives who was told that it is done, and what the others were told. */
export async function raceAudit(
  clients: readonly Client[],
  id: number,
  amount: string,
): Promise<{ done: number; told: string[] }> {
  return told(clients, 100, (who, i) => {
    const agrees = { result: 'agree', agree_amount: amount, include_delivery: 1, lines: [], audit_note: '' }
    return who.post(`${refundUrl}/audit`, { id, ...(i % 4 < 2 ? agrees : { result: 'refuse', audit_note: 'no' }) })
  })
}

/** The same of goods that came back: accepted or rejected. */
export async function raceReceipt(clients: readonly Client[], id: number): Promise<{ done: number; told: string[] }> {
  const accepts = { result: 'accept', lines: [], images: [], note: '' }
  return told(clients, 40, (who, i) =>
    who.post(`${refundUrl}/receive`, { id, ...(i % 4 < 2 ? accepts : { result: 'reject', images: [], note: 'no' }) }),
  )
}

async function told(clients: readonly Client[], times: number, call: (who: Client, i: number) => Promise<Answer>) {
  const calls = Array.from({ length: times }, (_, i) => clients[i % clients.length]).flatMap((who, i) =>
    who ? [call(who, i)] : [],
  )
  const answers = await Promise.all(calls)
  const others = answers.filter(({ body }) => body.code !== 1)
  const words = others.map(
    ({ status, body }) => `${status} ${body.code} ${String((body.data as { type?: string } | null)?.type)}`,
  )
  return { done: answers.length - others.length, told: [...new Set(words)] }
}
