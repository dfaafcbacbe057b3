import { createHash, randomUUID } from 'node:crypto'
import type { TestServer } from './server.ts'

export interface Solved {
  captchaId: string
  captchaInfo: string
}

/** A captcha with its solution, which only the database knows. `at`: the server asked, when it is another one on the same database. */
export async function solvedCaptcha(server: TestServer, at = server.url): Promise<Solved> {
  const captchaId = randomUUID()
  const answer = await fetch(`${at}/api/common/clickCaptcha?id=${captchaId}&form=question`, { headers: { server: 'true' } })
  if (answer.status !== 200) throw new Error(`no captcha: ${answer.status}`)
  const key = createHash('sha256').update(captchaId).digest('hex')
  const [row] = await server.query<{ answer: string }>('select answer from captcha where key = $1', [key])
  return { captchaId, captchaInfo: `answer:${(JSON.parse(row?.answer ?? '{}') as { value: number }).value}` }
}
