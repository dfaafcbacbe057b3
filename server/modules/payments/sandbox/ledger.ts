import type { BackState, PayChannel } from '../provider.ts'

/** A payment at the sandbox. Amounts are fen. */
export interface SandboxPayment {
  payNo: string
  channel: PayChannel
  amount: number
  /** Unix seconds. */
  expires: number
  notifyUrl: string
  tradeNo: string
  paid: boolean
}

/** Money that the sandbox sends back. */
export interface SandboxBack {
  backNo: string
  /** Which try of the shop it is. */
  attempt: number
  tradeNo: string
  channel: PayChannel
  amount: number
  notifyUrl: string
  outcome: BackState
}

/** What the sandbox knows; gone when it stops. */
export class SandboxLedger {
  readonly payments = new Map<string, SandboxPayment>()
  readonly backs = new Map<string, SandboxBack>()
  #count = 0

  /** Opens a payment, once for each number. Throws for a number that is taken by another. */
  open(wanted: Omit<SandboxPayment, 'tradeNo' | 'paid'>): SandboxPayment {
    const known = this.payments.get(wanted.payNo)
    if (known && (known.amount !== wanted.amount || known.channel !== wanted.channel))
      throw new Error(`${wanted.payNo} is another payment`)
    const payment = known ?? { ...wanted, tradeNo: this.#number(wanted.channel), paid: false }
    this.payments.set(payment.payNo, payment)
    return payment
  }

  /**
   * Takes an order to send money back, once for each number: `known` when it was given before. More than was paid is not sent. A payment
   * that it does not know is one from before the sandbox was started, and was of `total`.
   */
  sendBack(
    wanted: Omit<SandboxBack, 'outcome'>,
    total: number,
    refusal: string | undefined,
  ): { back: SandboxBack; known: boolean } {
    const known = this.backs.get(wanted.backNo)
    // Asked for again after a failure it is tried again, as under WeChat Pay.
    if (known && known.outcome.state !== 'failed') return { back: known, known: true }
    const paid = [...this.payments.values()].find((each) => each.tradeNo === wanted.tradeNo)
    const gone = [...this.backs.values()].filter((each) => each.tradeNo === wanted.tradeNo && each.outcome.state !== 'failed')
    const left = (paid ? (paid.paid ? paid.amount : 0) : total) - gone.reduce((sum, each) => sum + each.amount, 0)
    const error = wanted.amount > left ? 'more than was paid' : refusal
    const back: SandboxBack = { ...wanted, outcome: error === undefined ? { state: 'processing' } : { state: 'failed', error } }
    this.backs.set(back.backNo, back)
    return { back, known: false }
  }

  /** As the channels write their numbers. */
  #number(channel: PayChannel): string {
    this.#count += 1
    return `${channel === 'wechat' ? '4200' : '2088'}${Date.now()}${String(this.#count).padStart(9, '0')}`
  }
}
