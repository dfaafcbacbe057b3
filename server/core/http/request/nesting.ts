/** How deep objects and lists of JSON may be nested (controls C34). */
export const deepest = 32

/**
 * Where a text of JSON is nested deeper than `deepest`: the number of the member of the outermost list or object in which it is, from 1.
 * Undefined when it is not. To be asked before the text is parsed and walked through, which recursion would not survive.
 */
export function tooDeepAt(text: string): number | undefined {
  let [depth, member, inText] = [0, 1, false]
  for (let i = 0; i < text.length; i++) {
    const sign = text.charCodeAt(i)
    if (inText) {
      if (sign === signs.backslash) i++
      else if (sign === signs.quote) inText = false
    } else if (sign === signs.quote) inText = true
    else if (sign === signs.openList || sign === signs.openObject) {
      if (++depth > deepest) return member
    } else if (sign === signs.closeList || sign === signs.closeObject) depth--
    else if (sign === signs.comma && depth === 1) member++
  }
  return undefined
}

const signs = { quote: 34, comma: 44, openList: 91, backslash: 92, closeList: 93, openObject: 123, closeObject: 125 } as const
