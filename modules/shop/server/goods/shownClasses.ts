/**
 * SQL text: the keys of the goods classes that are shown, those that are enabled with everything above them. It hangs on no row around
 * it, so that a statement reads them once, however many goods it judges.
 */
export const shownClasses = `select c.id from shop_goods_classify c left join shop_goods_classify p on p.id = c.pid
  left join shop_goods_classify q on q.id = p.pid where c.status = 1 and coalesce(p.status, 1) = 1 and coalesce(q.status, 1) = 1`

/** SQL text: is one of the classes of the thing of this alias of shop_goods shown? */
export function inShownClass(alias: string): string {
  return `(${alias}.classify_ids && array(${shownClasses}))`
}
