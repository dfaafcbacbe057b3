/**
 * The language of a first visit: the first that the browser asks for and the product has, compared by its main part (`en-GB` takes
 * `en`), else the site's own (decision 108). Returns '' where neither is one of `known`. Imports nothing: the first script of a page uses it.
 */
export function firstLang<Lang extends string>(known: readonly Lang[], asked: readonly string[], site: string): Lang | '' {
  const main = (tag: string) => tag.toLowerCase().split('-')[0]
  for (const tag of asked) {
    const found = known.find((lang) => main(lang) === main(tag))
    if (found !== undefined) return found
  }
  return known.find((lang) => lang === site) ?? ''
}
