/** Where members pay that have no balance here. */
export type PayChannel = 'wechat' | 'alipay'

export const payChannels: readonly PayChannel[] = ['wechat', 'alipay']

/** A payment to be opened. Amounts are fen. */
export interface PayRequest {
  /** Our number: opened again under it, it is the same payment. */
  payNo: string
  channel: PayChannel
  amount: number
  /** Unix seconds until which it may be paid. */
  expires: number
  /** Address that is called when it was paid. */
  notifyUrl: string
}

/** Money to be sent back. Amounts are fen. */
export interface BackRequest {
  /** Our number: a repeat under the same number sends the money only once and returns the status. */
  backNo: string
  /** Which try it is, from 1: after it failed it may be asked for again. The provider's call about its outcome says it again. */
  attempt: number
  /** The provider's number of the payment that the money came with. */
  tradeNo: string
  channel: PayChannel
  amount: number
  /** What that payment was of. */
  total: number
  /** Address that is called with the outcome. */
  notifyUrl: string
}

/** Status of a payment; one unknown to the provider is open. Amounts are fen. */
export type PayState = { state: 'open' } | { state: 'paid'; tradeNo: string; amount: number }

/** Status of a refund. */
export type BackState = { state: 'processing' } | { state: 'done' } | { state: 'failed'; error: string }

/** A call of the provider, as it came. */
export interface RawNotice {
  body: Buffer
  /** Value of a header by its name in lower case; '' where there is none. */
  header(name: string): string
  /** Unix seconds at which it came. */
  now: number
}

/** What a call of the provider says, after its signature was found right. Amounts are fen. */
export interface Notice {
  /** By chance, for each call: a call that comes again word for word has the same. */
  nonce: string
  event: 'payment' | 'refund'
  /** Our number: of the payment, or of the money that goes back. */
  number: string
  channel: PayChannel
  /** The provider's number. */
  tradeNo: string
  amount: number
  state: BackState['state']
  error: string
  /** Of money that goes back: which try it is about, where the provider says so. */
  attempt?: number | undefined
}

/** The provider did not answer, or not in a way that says what became of it: to be asked again. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError'
}

/** A company that takes and sends money for the shop. Its calls may come late, twice and in any order. */
export interface PaymentProvider {
  /** Opens a payment; returns the address where the member pays. Throws `ProviderError`. */
  open(request: PayRequest): Promise<{ payUrl: string }>
  /** Returns the status of a payment, for lost callbacks. Throws `ProviderError`. */
  find(payNo: string): Promise<PayState>
  /** Sends a refund, or returns its status. Throws `ProviderError`. */
  sendBack(request: BackRequest): Promise<BackState>
  /** Reads a call. Throws `Refused` for one whose signature, time or content is not right. */
  read(raw: RawNotice): Notice
}
