import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { asKind, type Field, type FieldOf } from '../../src/schemas/field.ts'
import { kindNames } from '../../src/schemas/kinds/index.ts'
import { readSources, root } from '../architecture/sources.ts'
import { fieldOf } from '../renderers/face.ts'

describe('a new field kind needs two files and two rows', () => {
  it.each(kindNames)('%s has its facts and its control in the two files of its name', (name) => {
    expect(existsSync(join(root, `src/schemas/kinds/${name}.ts`))).toBe(true)
    expect(existsSync(join(root, `src/renderers/fields/${name}.tsx`))).toBe(true)
  })

  it('no other catalogue has to name every kind', () => {
    const complete = readSources('src', 'server', 'codegen', 'modules')
      .map(({ path }) => path)
      .filter((path) => /(?<!Partial<)Record<KindName,/.test(readFileSync(join(root, path), 'utf8')))
    expect(complete).toEqual(['src/renderers/fields/index.ts'])
  })
})

describe('the type of a field', () => {
  it('knows the options of its kind and that the others are absent', () => {
    expectTypeOf<FieldOf<'money'>['min']>().toEqualTypeOf<number | undefined>()
    expectTypeOf<FieldOf<'date'>['min']>().toEqualTypeOf<undefined>()
    expectTypeOf<FieldOf<'select'>['source']>().toEqualTypeOf<string | undefined>()
    expectTypeOf<FieldOf<'switch'>['maxLength']>().toEqualTypeOf<undefined>()
    expectTypeOf<Field['maxLength']>().toEqualTypeOf<number | undefined>()
  })

  it('takes no option of another kind', () => {
    const text = fieldOf('string', { maxLength: 20 })
    if (text.kind !== 'string') throw new Error('not a text')
    // @ts-expect-error a text has no options to choose from
    const wrong: Field = { ...text, options: [] }
    expect(wrong).toBeDefined()
  })

  it('loses the options of its old kind when it becomes another one', () => {
    const text = fieldOf('string', { maxLength: 20, required: true })
    expect(asKind(text, 'integer', { max: 7 })).toMatchObject({ name: 'it', kind: 'integer', required: true, max: 7 })
    expect(asKind(text, 'integer', {})).not.toHaveProperty('maxLength')
  })
})
