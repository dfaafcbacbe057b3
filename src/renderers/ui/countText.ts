/** A whole number with its thousands grouped by commas, as both languages of the product write them. */
export const countText = (count: number): string => count.toLocaleString('en-US')
