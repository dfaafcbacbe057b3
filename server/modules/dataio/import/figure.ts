/** A number as messages say it: 1,000,000. */
export function figure(n: number): string {
  return n.toLocaleString('en-US')
}
