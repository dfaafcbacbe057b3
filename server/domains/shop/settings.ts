/** Rules of trade that steps follow; changes apply to new orders only, because what follows from them is kept in the order. */
export interface ShopSettings {
  /** Unpaid orders close by themselves after this many minutes. */
  autoCloseMinutes: number
  /** Shipped orders count as received after this many days. */
  autoReceiveDays: number
  /** Received orders are complete after this many days. */
  autoEvaluateDays: number
  /** Unpaid orders a member may have at a time. */
  maxUnpaid: number
  /** Days after receipt in which a refund may be asked for. */
  refundDays: number
  /** Days in which goods to return must be sent. */
  refundShipDays: number
  /** Where money goes back to: the way it came, or always the balance. */
  refundTarget: 'original' | 'balance'
  /** May members ask to cancel paid orders? */
  allowApplyCancel: boolean
  /** Points that are worth one yuan. */
  scoreRate: number
  /** Share of the goods (percent) that points may pay at most. */
  scoreMaxPercent: number
  /** Days for which messages are kept. */
  notifyKeepDays: number
  /** Are messages pushed to signed-in administrators? */
  notify: boolean
}

/** The rules as long as there is no screen to change them: the defaults of the screen catalogue. */
export const defaultSettings: ShopSettings = {
  autoCloseMinutes: 30,
  autoReceiveDays: 10,
  autoEvaluateDays: 15,
  maxUnpaid: 5,
  refundDays: 15,
  refundShipDays: 7,
  refundTarget: 'original',
  allowApplyCancel: true,
  scoreRate: 100,
  scoreMaxPercent: 30,
  notifyKeepDays: 90,
  notify: true,
}
