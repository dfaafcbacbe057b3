import { asRow } from '../../rows.ts'
import { answerWith, type Calls, type Maker } from './calls.ts'
import type { TableFacts } from './facts.ts'
import { listQuery, withPreview, withRows } from './list.ts'

/** A list of a table. */
export function tableCalls({ http, at }: Maker, facts: TableFacts): Calls {
  return { get: { index: (query, options) => http.get(at('index'), listQuery(query, facts), options) } }
}

/** Changes of a member's balance or points: a new one shows the member it is for. */
export function memberLog(maker: Maker, facts: TableFacts): Calls {
  const { http, at } = maker
  return {
    get: {
      ...tableCalls(maker, facts).get,
      async lookup({ key }, options) {
        const answer = await http.get(at('add'), { userId: key }, options)
        return answerWith(answer, { row: asRow(answer.data).user })
      },
    },
  }
}

/** Files, each with a picture. */
export function attachments(maker: Maker, facts: TableFacts): Calls {
  const { http, at } = maker
  const list = tableCalls(maker, facts).get?.index
  return {
    get: {
      async index(query, options) {
        const answer = list ? await list(query, options) : await http.get(at('index'), query, options)
        return answerWith(answer, withRows(answer.data, withPreview))
      },
      async edit(params, options) {
        const answer = await http.get(at('edit'), params, options)
        return answerWith(answer, withRows(answer.data, withPreview))
      },
    },
  }
}
