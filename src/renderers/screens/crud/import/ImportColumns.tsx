import { useEffect, useState } from 'react'
import type { ImportChoice } from '../../../../runtime/dataio/imports.ts'
import {
  type ImportDraft,
  type ImportForm,
  type ImportKept,
  importLimits,
  importOnError,
} from '../../../../schemas/api/importing.ts'
import { numbered } from '../../../numbered.ts'
import { countText } from '../../../ui/countText.ts'
import { Field } from '../../../ui/inputs/Field.tsx'
import { RadioGroup } from '../../../ui/inputs/RadioGroup.tsx'
import { Select } from '../../../ui/pickers/Select.tsx'

/** What the person has said so far. */
export interface ImportDecision {
  choice: ImportChoice
  change(more: Partial<ImportChoice>): void
}

const nothing: ImportChoice = { mapping: [], mode: 'insert', match: '', onError: 'skip' }

/** The choice for a file, which begins with what its titles say. */
export function useDecision(form: ImportForm | null, draft: ImportDraft | null): ImportDecision {
  const [choice, setChoice] = useState(nothing)
  useEffect(() => {
    if (!form || !draft) return
    const match =
      form.matches.find(({ value }) => value.split('+').every((name) => draft.mapping.includes(name))) ?? form.matches[0]
    // Of a file that was sent before it is known what was said of it.
    const said: Partial<ImportKept> = draft
    const mode = form.modes.find((each) => each === said.mode) ?? form.modes[0] ?? 'insert'
    const onError = said.onError ?? nothing.onError
    setChoice({ mapping: draft.mapping, mode, match: said.match || (match?.value ?? ''), onError })
  }, [form, draft])
  return { choice, change: (more) => setChoice((now) => ({ ...now, ...more })) }
}

export interface ImportColumnsProps {
  form: ImportForm
  draft: ImportDraft
  decision: ImportDecision
  t(key: string, params?: Readonly<Record<string, string | number>>): string
}

/** Asks what the columns of a file mean, and what its lines make. */
export function ImportColumns(props: ImportColumnsProps) {
  const { draft, t } = props
  return (
    <div className="s-export">
      <p>{t('ui.import.found', { name: draft.name, rows: countText(draft.rows) })}</p>
      {draft.rows > importLimits.checked && (
        <p className="k-help">
          {t('ui.import.inParts', { part: countText(importLimits.part), checked: countText(importLimits.checked) })}
        </p>
      )}
      <Ways {...props} />
      <Columns {...props} />
    </div>
  )
}

/** What lines make, by what rows are found, and what becomes of faulty lines. */
function Ways({ form, decision: { choice, change }, t }: ImportColumnsProps) {
  const { mode, match, onError } = choice
  return (
    <>
      <Field label={t('ui.import.mode')} help={mode === 'insert' ? undefined : t('ui.import.empty')}>
        {(control) => (
          <RadioGroup
            {...control}
            label={t('ui.import.mode')}
            value={mode}
            onChange={(value) => change({ mode: form.modes.find((each) => each === value) ?? 'insert' })}
            options={form.modes.map((value) => ({ value, label: t(`ui.import.modes.${value}`) }))}
          />
        )}
      </Field>
      {mode !== 'insert' && (
        <Field label={t('ui.import.match')}>
          {(control) => (
            <Select
              {...control}
              value={match}
              onChange={(value) => change({ match: String(value ?? '') })}
              options={form.matches.map(({ value, title }) => ({ value, label: title }))}
            />
          )}
        </Field>
      )}
      <Field
        label={t('ui.import.onError')}
        help={onError === 'stop' ? t('ui.import.wholeLimit', { whole: countText(importLimits.whole) }) : undefined}
      >
        {(control) => (
          <RadioGroup
            {...control}
            label={t('ui.import.onError')}
            value={onError}
            onChange={(value) => change({ onError: String(value) })}
            options={importOnError.map((value) => ({ value, label: t(`ui.import.errorModes.${value}`) }))}
          />
        )}
      </Field>
    </>
  )
}

function Columns({ form, draft, decision: { choice, change }, t }: ImportColumnsProps) {
  const { mapping } = choice
  const choose = (at: number, name: string) => change({ mapping: mapping.map((each, i) => (i === at ? name : each)) })
  return (
    <>
      <h3 className="s-import-head">{t('ui.import.columns')}</h3>
      <div className="s-import-columns">
        {numbered(draft.head).map(({ item: title, at: i }) => (
          <Field
            key={i}
            label={title.trim() || t('ui.import.untitled', { n: i + 1 })}
            help={draft.sample.map((row) => row[i] ?? '').find((text) => text !== '')}
          >
            {(control) => (
              <Select
                {...control}
                value={mapping[i] || null}
                onChange={(value) => choose(i, String(value ?? ''))}
                placeholder={t('ui.import.leave')}
                clearable
                options={form.fields
                  .filter(({ name }) => name === mapping[i] || !mapping.includes(name))
                  .map((field) => ({ value: field.name, label: field.required ? `${field.title} *` : field.title }))}
              />
            )}
          </Field>
        ))}
      </div>
    </>
  )
}
