/**
 * The most that a member may have: ¥9 999 999 999.99 in fen, and points. Every booking checks them, and the columns of `user` and of the
 * ledgers have the same limits, so that sums over members and texts of amounts stay within what numbers hold exactly.
 */
export const mostMoney = 999_999_999_999
export const mostScore = 1_000_000_000
