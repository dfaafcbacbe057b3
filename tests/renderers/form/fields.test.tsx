import { type ReactElement, Suspense } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { fields } from '../../../src/renderers/fields/index.ts'
import { RecordForm } from '../../../src/renderers/form/RecordForm.tsx'
import { kindNames } from '../../../src/schemas/kinds/index.ts'
import { createFormContext, fieldOf, pageOf, sampleOf } from '../face.ts'

function htmlOf(element: ReactElement): string {
  return renderToString(<Suspense fallback={<span>waiting</span>}>{element}</Suspense>)
}

/** The form of a page with one field of a kind, holding a value. */
function formHtml(kind: string, value: unknown, settings: Record<string, unknown> = {}): string {
  const face = createFormContext(pageOf(kind, settings))
  if (value !== undefined) face.model.set('it', value)
  return htmlOf(<RecordForm face={face} onSaved={() => undefined} />)
}

it('has a control for every kind', () => {
  expect(Object.keys(fields).sort()).toEqual([...kindNames].sort())
})

describe.each(kindNames)('a field of kind %s', (kind) => {
  it('is drawn with its label, empty and filled', () => {
    for (const value of [undefined, sampleOf(fieldOf(kind), 1)]) {
      const html = formHtml(kind, value)
      expect(html).toContain('fields.it.label')
      expect(html).toContain('data-field="it"')
    }
  })

  it('survives values that are none of its kind', () => {
    for (const value of [null, '', 0, 'text', [], [null], [1, 'a'], {}]) {
      // Rows of a list are objects by their schema; a list of something else is refused before it gets here.
      if (['array', 'subtable'].includes(kind) && Array.isArray(value) && value.length > 0) continue
      expect(() => formHtml(kind, value), JSON.stringify(value)).not.toThrow()
    }
  })

  it('shows the help and the placeholder that its page promises', () => {
    const html = formHtml(kind, undefined, { help: true })
    expect(html).toContain('fields.it.help')
  })

  it('cannot be changed where it is read-only', () => {
    const html = formHtml(kind, sampleOf(fieldOf(kind), 1), { readOnly: true })
    const open = [...html.matchAll(/<(?:input|textarea)\b[^>]*>/g)].filter(
      ([tag]) => !/ (?:disabled|readonly)(?:=|\b)/i.test(tag),
    )
    expect(open.map(([tag]) => tag)).toEqual([])
  })
})

it('hides a field whose condition does not hold', () => {
  expect(formHtml('string', undefined, { when: { visible: { it: 'open' } } })).not.toContain('data-field="it"')
  expect(formHtml('string', 'open', { when: { visible: { it: 'open' } } })).toContain('data-field="it"')
})

it('never shows a stored password', () => {
  expect(formHtml('password', '')).toContain('type="password"')
})
