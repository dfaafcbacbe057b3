import { join } from 'node:path'
import { build } from 'vite'
import { beforeAll, expect, test } from 'vitest'
import { standaloneLimits } from '../../codegen/build/standaloneLimits.ts'
import { violationsOf } from '../../src/schemas/language/form/violations.ts'

const entry = join(import.meta.dirname, '../../src/schemas/language/form/violations.ts')
let code = ''

beforeAll(async () => {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [standaloneLimits()],
    build: { write: false, lib: { entry, formats: ['es'] } },
  })
  const outputs = [result].flat().flatMap((each) => ('output' in each ? each.output : []))
  code = outputs.flatMap((file) => (file.type === 'chunk' ? file.code : [])).join('')
})

test('the browser gets the check of values without a compiler, in a few kilobytes', () => {
  expect(code).not.toMatch(/\beval\(|new Function/)
  expect(code.length).toBeLessThan(12_000)
})

test('what the browser gets finds what the server finds', async () => {
  const inBrowser = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as { violationsOf: typeof violationsOf }
  const row = {
    type: 'object',
    properties: { key: { type: 'string', maxLength: 3 } },
    required: ['key'],
    additionalProperties: false,
  }
  const cases = [
    [{ type: 'string', minLength: 2, pattern: '^[a-z👍]+$' }, ['', 'a', '👍👍', 'AB', 3, null]],
    [{ type: ['integer', 'null'], minimum: 1, maximum: 9 }, [0, 5, 10, 1.5, null, 'x']],
    [{ enum: [1, 'b'] }, [1, 'b', '1']],
    [{ type: 'array', uniqueItems: true, minItems: 1, maxItems: 2, items: { enum: [1, 2] } }, [[], [1], [1, 1], [1, 2, 3], {}]],
    [{ type: 'array', items: row }, [[{ key: 'abc' }], [{ key: 'abcd' }, {}], [{ key: 'a', more: 1 }], [null]]],
  ] as const
  for (const [schema, values] of cases)
    for (const value of values) expect(inBrowser.violationsOf(schema, value)).toEqual(violationsOf(schema, value))
})
