import { describe, expect, it } from 'vitest'
import { interpolate } from '../../src/schemas/language/words.ts'

describe('a text with parameters', () => {
  it.each([
    ['编辑{noun}', { noun: 'student' }, '编辑 student'],
    ['编辑{noun}', { noun: '订单' }, '编辑订单'],
    ['编辑{noun}', { noun: 'ICD-10 编码' }, '编辑 ICD-10 编码'],
    ['{verb}{list}', { verb: '导入', list: 'students' }, '导入 students'],
    ['{label}必须是数字', { label: 'Unit price' }, 'Unit price 必须是数字'],
    ['{label}必须是数字', { label: 'Address line 2' }, 'Address line 2 必须是数字'],
    ['{name}的{label}', { name: 'Tom', label: 'B12' }, 'Tom 的 B12'],
    ['编辑{noun}', { noun: '3D model' }, '编辑 3D model'],
    ['{verb}{names}', { verb: '编辑 student', names: '“Tom”' }, '编辑 student“Tom”'],
  ])('separates Latin words from Chinese: %s of %o', (text, params, shown) => {
    expect(interpolate(text, params)).toBe(shown)
  })

  it.each([
    ['{year}年{month}月', { year: 2026, month: '01' }, '2026年01月'],
    ['共 {n} 条', { n: 3 }, '共 3 条'],
    ['Edit {noun}', { noun: 'student' }, 'Edit student'],
    ['{a}{b}', { a: 'x' }, 'x{b}'],
    ['{label}: {value}', { label: 'Name', value: null }, 'Name: '],
  ])('leaves figures, spaces and English: %s of %o', (text, params, shown) => {
    expect(interpolate(text, params)).toBe(shown)
  })

  it.each([
    [{ n: 1 }, 'Undo (1 record)'],
    [{ n: '1' }, 'Undo (1 record)'],
    [{ n: 0 }, 'Undo (0 records)'],
    [{ n: '1,029' }, 'Undo (1,029 records)'],
  ])('has a form for one and another for all other numbers: %o', (params, shown) => {
    expect(interpolate('Undo ({n} record)|Undo ({n} records)', params)).toBe(shown)
  })

  it('counts by the first number, whatever else is named before it', () => {
    const text = '"{name}" is used by {n} template|"{name}" is used by {n} templates'
    expect(interpolate(text, { name: 'code', n: 1 })).toBe('"code" is used by 1 template')
    expect(interpolate(text, { name: 'code', n: 2 })).toBe('"code" is used by 2 templates')
    expect(interpolate('on | off of {what}', { what: 'it' })).toBe('on | off of it')
  })
})
