/** A name as PostgreSQL and pages have it: `OrderDetails`, `Order Details` and `ORDER_DETAILS` are `order_details`. */
export function snakeCase(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .replace(/[\s.-]+/g, '_')
    .toLowerCase()
}
