import { readFileSync } from 'node:fs'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { describe, expect, it } from 'vitest'
import { overlaySchema } from '../../codegen/emit/overlaySchema.ts'
import { pageSchema } from '../../codegen/emit/pageSchema.ts'
import { overlayFaults } from '../schemas/corpus/overlays.ts'
import * as examples from './overlayExamples.ts'

const judge = new Ajv2019({ strict: false, allErrors: true }).addSchema(pageSchema(), 'page.schema.json').compile(overlaySchema())
const verdict = (overlay: unknown) => (judge(overlay) ? [] : judge.errors?.map((each) => `${each.instancePath} ${each.message}`))

describe('the JSON Schema of overlays', () => {
  it.each(Object.entries(examples))('takes the overlay "%s" of the tests', (_name, overlay) => {
    expect(verdict(overlay)).toEqual([])
  })

  it('takes every overlay of the guide', () => {
    const guide = readFileSync('docs/guide.md', 'utf8')
    const section = guide.slice(guide.indexOf('## Extending a page from outside'), guide.indexOf('## Words'))
    const blocks = [...section.matchAll(/```json overlay=[^\n]*\n([\s\S]*?)```/g)].map(
      ([, text = '']) => JSON.parse(text) as unknown,
    )
    expect(blocks.length).toBeGreaterThanOrEqual(2)
    for (const block of blocks) expect(verdict(block)).toEqual([])
  })

  it('takes every change that was made where it was taken, and refuses what belongs to the page', () => {
    expect(
      verdict({ $schema: '../../../../docs/schemas/overlay.schema.json', set: { 'fields.x.when.required': { y: 1 } } }),
    ).toEqual([])
    for (const path of ['kind', 'entity.table', 'controller', 'key', 'fields', 'table.columns', 'entity.index'])
      expect(verdict({ set: { [path]: 'x' } }), path).not.toEqual([])
  })

  const parsed = overlayFaults.flatMap((fault) => {
    const text = fault.text.replace('¦', '')
    try {
      return [[text, JSON.parse(text) as unknown, fault.bySchema === true] as const]
    } catch {
      return []
    }
  })
  it.each(parsed)('tells of a broken overlay what a schema can tell: %s', (_text, overlay, bySchema) => {
    expect(verdict(overlay)?.length === 0, JSON.stringify(verdict(overlay))).toBe(!bySchema)
  })

  it('tells a good part of them', () => {
    expect(parsed.filter(([, , bySchema]) => bySchema).length).toBeGreaterThanOrEqual(20)
  })

  it('explains what is completed', () => {
    const { properties } = overlaySchema() as { properties: Record<string, { description?: string }> }
    for (const [key, { description }] of Object.entries(properties)) expect(description, key).toMatch(/\w/)
  })
})
