import fc from 'fast-check'
import { Parser } from 'htmlparser2'
import { expect, test } from 'vitest'
import { cleanMarkup } from '../../server/core/db/markup.ts'
import { markup } from '../../src/schemas/kinds/markupList.ts'
import { isLong } from '../harness/sampling.ts'

test('rich text has no attribute or class but those of the list, whatever is put together', () => {
  const piece = fc.constantFrom(
    ...[
      '<p>',
      '</p>',
      '<td ',
      '<video ',
      '<span ',
      '<img ',
      '<a ',
      '<table>',
      '</table>',
      '<tr>',
      '<th ',
      '>',
      '"',
      "'",
      ' ',
      '=',
      '/',
      '<!--',
      '-->',
    ],
    ...[
      'style="color:red"',
      'class="ql-color-red x"',
      'class="ql-bg-evil"',
      'src="/a.mp4"',
      'src="/a.png"',
      'src=javascript:x',
      'href="x:y"',
      'autoplay',
    ],
    ...[
      'onload=x',
      'id=a',
      'name=b',
      'controls',
      'poster=/x',
      '<svg>',
      '<style>',
      '<math>',
      '<script>',
      '&lt;',
      '&#9;',
      '\u0000',
      'data:text/html,x',
      'text',
    ],
  )
  const names = new Set<string>(Object.values(markup.attributes).flat())
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 24 }), (pieces) => {
      const out = cleanMarkup(pieces.join(''))
      const parser = new Parser({
        onopentag(tag, attributes) {
          expect(markup.tags).toContain(tag)
          for (const [name, value] of Object.entries(attributes)) {
            expect(names, out).toContain(name)
            if (name === 'class') for (const each of value.split(' ')) expect(each).toMatch(markup.classes)
            if (name === 'src') expect(value).toMatch(tag === 'video' ? /^\/[^/\\].*\.(mp4|webm)$/ : /^(\/[^/\\]|https?:)/)
          }
        },
      })
      parser.end(out)
      expect(cleanMarkup(out)).toBe(out)
    }),
    { numRuns: isLong ? 20_000 : 600, seed: 14 },
  )
})
