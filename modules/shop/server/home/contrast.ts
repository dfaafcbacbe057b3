/** Contrast of two colours as WCAG 2.2 defines it, 1 to 21; undefined where one is no #rgb, #rrggbb or rgb(). */
export function contrast(one: string, other: string): number | undefined {
  const a = luminance(one)
  const b = luminance(other)
  return a === undefined || b === undefined ? undefined : (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** Relative luminance, 0 to 1. */
function luminance(color: string): number | undefined {
  const parts = channels(color.trim().toLowerCase())?.map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  )
  const [red, green, blue] = parts ?? []
  return red === undefined || green === undefined || blue === undefined
    ? undefined
    : 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Red, green and blue, each 0 to 1. */
function channels(color: string): number[] | undefined {
  const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})$/.exec(color)?.[1]
  if (hex)
    return (hex.match(hex.length === 3 ? /./g : /../g) ?? []).map((part) => Number.parseInt(part.padStart(2, part), 16) / 255)
  const parts = /^rgb\(([^)]*)\)$/.exec(color)?.[1]?.split(',')
  return parts?.map((part) => Math.min(1, Number.parseFloat(part) / (part.includes('%') ? 100 : 255)))
}
