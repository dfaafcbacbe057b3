/** What members pay at the shop. */
export const billKinds = ['order', 'topUp', 'registration'] as const
export type BillKind = (typeof billKinds)[number]

export function isBillKind(value: unknown): value is BillKind {
  return billKinds.some((kind) => kind === value)
}

/** The address at which a member pays. */
export const payPath = (of: BillKind, id: number) =>
  ({ order: `/pay/${id}`, topUp: `/pay/top-up/${id}`, registration: `/pay/registration/${id}` })[of]

/** An order, a top-up or a fee as far as paying it goes, as `GET /api/shop.Bill/info` answers it. */
export interface Bill {
  id: number
  number: string
  /** What is paid for; '' where the number says enough. */
  title: string
  /** Yuan as decimal text. */
  amount: string
  state: 'toPay' | 'paid' | 'closed'
  /** Unix seconds; then it closes by itself. */
  until: number | null
  /** Why it was closed; '' where nobody said. */
  reason: string
}
