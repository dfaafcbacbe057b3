/**
 * The most that a member may have: ¥9 999 999 999.99 in fen, and points. Every booking is judged by them, the columns of `user` and of the
 * ledgers by the same limits (their pages), so that sums over members and texts of amounts stay within what numbers say exactly.
 */
export const mostMoney = 999_999_999_999
export const mostScore = 1_000_000_000
