import { inflateSync } from 'node:zlib'

/** The texts of each page of a PDF with one font, as its own table of letters says. Enough for papers that the server makes. */
export function pagesOf(pdf: Buffer): string[] {
  const source = pdf.toString('latin1')
  const streams = [...source.matchAll(/(\d+) 0 obj\s*<<((?:(?!endobj)[\s\S])*?)>>\s*stream\r?\n/g)].flatMap(
    ({ index, 0: head, 1: id, 2: facts = '' }) => {
      const from = index + head.length
      const length = Number(/\/Length (\d+)/.exec(facts)?.[1] ?? 0)
      const bytes = pdf.subarray(from, from + length)
      return facts.includes('/FlateDecode') ? [[Number(id), inflateSync(bytes).toString('latin1')] as const] : []
    },
  )
  const byId = new Map(streams)
  const letters = lettersOf(streams.map(([, text]) => text).find((text) => text.includes('beginbfrange')) ?? '')
  const pages = [...source.matchAll(/<<((?:(?!endobj)[\s\S])*?)\/Type \/Page\b((?:(?!endobj)[\s\S])*?)>>\s*endobj/g)]
  return pages.map(([object]) => {
    const content = byId.get(Number(/\/Contents (\d+)/.exec(object)?.[1])) ?? ''
    return [...content.matchAll(/\[([^\]]*)\] TJ/g)]
      .map(([, parts = '']) =>
        [...parts.matchAll(/<([0-9a-f]+)>/gi)]
          .flatMap(([, codes = '']) => codes.match(/.{4}/g) ?? [])
          .map((code) => letters.get(Number.parseInt(code, 16)) ?? '')
          .join(''),
      )
      .join('\n')
  })
}

/** Letters by their code: `<0000> <00ff> [<0041> <0042>]`. */
function lettersOf(map: string): Map<number, string> {
  const letters = new Map<number, string>()
  for (const [, first = '', list = ''] of map.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/gi))
    for (const [i, [, code = '']] of [...list.matchAll(/<([0-9a-f ]*)>/gi)].entries())
      letters.set(Number.parseInt(first, 16) + i, Buffer.from(code.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'))
  return letters
}
