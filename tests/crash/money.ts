import type { Asked } from '../../modules/shop/tests/helpers/helpers.ts'
import { moneyActs, type Ready } from '../../modules/shop/tests/helpers/moneyActs.ts'
import type { MultiServer } from '../../modules/shop/tests/helpers/multiServer.ts'
import { unlessBusy } from '../harness/client.ts'
import type { TestSandbox } from '../harness/services/sandbox.ts'

/** An act that is asked for while the server is killed; `answer` is what was told before the kill, byte for byte. */
export interface Attempt extends Ready {
  name: string
  by: 'call' | 'provider'
  key: string
  answer?: string
}

/** All acts by turns, each turn in another order: `chance` draws it. */
export function dealActs(chance: () => number): (count: number) => string[] {
  let deck: string[] = []
  const deal = (): string => {
    if (deck.length === 0) deck = Object.keys(moneyActs)
    return deck.splice(Math.floor(chance() * deck.length), 1)[0] ?? ''
  }
  return (count) => Array.from({ length: count }, deal)
}

/** Brings about what these acts need. */
export function prepareActs(multiServer: MultiServer, names: readonly string[], round: number): Promise<Attempt[]> {
  return Promise.all(
    names.map(async (name, n) => {
      const act = moneyActs[name]
      if (!act) throw new Error(`there is no act "${name}"`)
      return { ...(await act.prepare(multiServer, round + n)), name, by: act.by, key: `${round}-${n}` }
    }),
  )
}

/** Begins all of them at once; none is waited for. */
export function startActs(attempts: readonly Attempt[]): void {
  for (const attempt of attempts) {
    attempt.call(0, attempt.key).then(
      ({ body, text }) => {
        if (body.code === 1) attempt.answer = text
      },
      () => {}, // no answer: whether it was done is unknown
    )
  }
}

/** What is between before and after, or was confirmed and is not there, in words. */
export async function moneyFaults(attempts: readonly Attempt[]): Promise<string[]> {
  const found: string[] = []
  for (const { name, state, before, after, answer } of attempts) {
    const is = await state()
    if (is !== after && (answer !== undefined || is !== before))
      found.push(`${name}: ${is}${answer === undefined ? '' : ', though confirmed'}`)
  }
  return found
}

/**
 * Asks again for everything that was asked for, each by its own key: whether it was done or not, it is done then, once, and whoever was
 * answered hears the same again. A server that says "not now" is asked again, as a person would. What the provider tells of it tells
 * again by itself, which takes a moment.
 */
export async function repeatFaults(attempts: readonly Attempt[]): Promise<string[]> {
  const found = await Promise.all(
    attempts.map(async ({ name, by, call, key, answer, state, after }) => {
      if (by === 'provider') return (await comes(state, after)) ? [] : [`${name}: the shop has not heard of it`]
      const asked = () => unlessBusy(() => call(0, key))
      const [again, once] = [await asked(), await asked()]
      const is = await state()
      return [
        ...(again.body.code === 1 ? [] : [`${name}, repeated: ${again.text}`]),
        ...(new Set([answer ?? again.text, again.text, once.text]).size === 1
          ? []
          : [`${name}: another answer for the same key`]),
        ...(is === after ? [] : [`${name}, repeated: ${is}`]),
      ]
    }),
  )
  return found.flat()
}

async function comes(state: () => Promise<string>, wanted: string): Promise<boolean> {
  for (let tries = 0; tries < 600; tries++) {
    if ((await state()) === wanted) return true
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return false
}

/** What shop and provider do not agree on yet: payments made that the shop has not heard of, money on its way, money sent that is none. */
export async function disagreements({ query }: Asked, { ledger }: TestSandbox): Promise<string[]> {
  const waiting = await query<{ pay_no: string }>('select pay_no from shop_payment where status = 1')
  const unheard = waiting.filter(({ pay_no }) => ledger.payments.get(pay_no)?.paid).map(({ pay_no }) => `${pay_no} is paid`)
  const trades = [...ledger.payments.values()].flatMap(({ tradeNo }) => (tradeNo === '' ? [] : [tradeNo]))
  const backs = await query<{ back_no: string; status: number; amount: number }>(
    'select back_no, status, amount::int from shop_money_back where trade_no = any($1::text[]) or back_no = any($2::text[])',
    [trades, [...ledger.backs.keys()]],
  )
  const differing = backs.flatMap(({ back_no, status, amount }) => {
    const sent = ledger.backs.get(back_no)
    return status === 2 && sent?.outcome.state === 'done' && sent.amount === amount
      ? []
      : [`${back_no}: ${status}, ${JSON.stringify(sent)}`]
  })
  const invented = [...ledger.backs.keys()].filter((each) => !backs.some(({ back_no }) => back_no === each))
  return [...unheard, ...differing, ...invented.map((each) => `${each} was sent for nothing`)]
}
