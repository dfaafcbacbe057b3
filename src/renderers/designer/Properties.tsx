import { useState } from 'react'
import type { Draft, Finding, KindSchema } from '../../schemas/api/designer.ts'
import { isObject } from '../../schemas/isObject.ts'
import { Checkbox } from '../ui/inputs/Checkbox.tsx'
import { Field } from '../ui/inputs/Field.tsx'
import { Input } from '../ui/inputs/Input.tsx'
import { Select } from '../ui/pickers/Select.tsx'
import { ConditionInput } from './ConditionInput.tsx'
import { type DraftField, fieldsOf, renameField, setShown, withCondition, withValue, wordOf } from './model/draft.ts'
import type { Edit } from './model/history.ts'
import { kindLabel } from './model/starters.ts'
import { OwnWords } from './OwnWords.tsx'
import { SchemaInput } from './SchemaInput.tsx'
import type { Say } from './say.ts'

interface PropertiesProps {
  t: Say
  draft: Draft
  /** Absent: the screen itself. */
  field: DraftField | undefined
  kinds: readonly KindSchema[]
  findings: readonly Finding[]
  onEdit: Edit
  onChoose(name: string | null): void
}

/** Keys that have controls of their own, or are written in page.json. */
const elsewhere = new Set(['kind', 'fields', 'when'])

/** Keys that every kind has: the first are wanted often. */
const often = ['required', 'default', 'readOnly', 'unique', 'help', 'placeholder', 'unit']

/** What the chosen field is: its kind, where it is shown, its words in both languages, and every key that its kind has. */
export function Properties(props: PropertiesProps) {
  const { t, field, draft, onEdit } = props
  return (
    <aside className="d-properties" aria-label={t('designer.properties')}>
      <h2>{t('designer.properties')}</h2>
      {field ? (
        <OfField {...props} field={field} />
      ) : (
        <>
          <p className="d-hint">{t('designer.ofScreen')}</p>
          <OwnWords t={t} draft={draft} paths={[['title'], ['noun'], ['remark']]} onEdit={onEdit} />
        </>
      )}
    </aside>
  )
}

function OfField({ t, draft, field, kinds, findings, onEdit, onChoose }: PropertiesProps & { field: DraftField }) {
  const { name, kind, json } = field
  const schema = kinds.find((each) => each.name === kind)
  const all = Object.keys(schema?.properties ?? {}).filter((key) => !elsewhere.has(key))
  const common = kinds.reduce<string[]>((keys, each) => keys.filter((key) => key in each.properties), all)
  const first = [...often.filter((key) => all.includes(key)), ...all.filter((key) => !common.includes(key))]
  const rest = all.filter((key) => !first.includes(key))
  const input = (key: string) => (
    <SchemaInput
      key={`${kind} ${key}`}
      name={key}
      label={t(`designer.key.${key}`)}
      schema={schema?.properties[key] ?? {}}
      t={t}
      value={json[key]}
      error={textsOf(findings, key)}
      onChange={(value) => onEdit(withValue(draft, ['fields', name, key], value), `${name} ${key}`)}
    />
  )
  const general = findings.filter(({ path }) => !all.includes(String(path[2])))
  return (
    <>
      <NameInput
        t={t}
        name={name}
        onRename={(next) => {
          const renamed = renameField(draft, name, next)
          onEdit(renamed)
          if (renamed !== draft) onChoose(next)
        }}
      />
      <Field label={t('designer.key.kind')} {...(schema && t('designer.lang') === 'en' ? { help: schema.help } : {})}>
        {({ id }) => (
          <Select
            id={id}
            label={t('designer.key.kind')}
            value={kind}
            options={kinds.map((each) => ({ value: each.name, label: kindLabel(t, each.name) }))}
            onChange={(next) => onEdit(withValue(draft, ['fields', name, 'kind'], next))}
          />
        )}
      </Field>
      {general.map(({ text, path }) => (
        <p key={text + path.join('.')} className="k-error">
          {text}
        </p>
      ))}
      <Shown t={t} draft={draft} field={field} onEdit={onEdit} />
      <OwnWords t={t} draft={draft} paths={wordPaths(field)} onEdit={onEdit} />
      {first.map(input)}
      <Conditions t={t} draft={draft} field={field} onEdit={onEdit} />
      <details>
        <summary>{t('designer.moreKeys')}</summary>
        {rest.map(input)}
      </details>
    </>
  )
}

/** What is wrong with a key of the field. */
function textsOf(findings: readonly Finding[], key: string): string {
  const own = findings.filter(({ path }) => path[2] === key)
  return own.map(({ text }) => text).join(' ')
}

/** When the field is shown, asked for and locked, by other fields of the form. */
function Conditions({ t, draft, field, onEdit }: Pick<PropertiesProps, 't' | 'draft' | 'onEdit'> & { field: DraftField }) {
  const { when } = field.json
  const others = (fieldsOf(draft) ?? []).filter(({ name, kind }) => name !== field.name && !notCompared.has(kind))
  const lang = t('designer.lang') === 'en' ? 'en' : 'zh-cn'
  const labelOf = (name: string, value?: string | number) => {
    const at = ['fields', name, ...(value === undefined ? ['label'] : ['options', String(value)])]
    const { kind, json } = others.find((each) => each.name === name) ?? {}
    const isOn = kind === 'switch' && value !== undefined
    return (
      wordOf(draft, lang, at) ||
      (isOn ? t(`designer.condition.${value === (json?.on ?? 1) ? 'on' : 'off'}`) : String(value ?? name))
    )
  }
  if (others.length === 0) return null
  return ['visible', 'required', 'disabled'].map((part) => (
    <ConditionInput
      key={part}
      t={t}
      label={t(`designer.condition.${part}`)}
      fields={others}
      labelOf={labelOf}
      value={isObject(when) ? when[part] : undefined}
      onChange={(value) => onEdit(withCondition(draft, field.name, part, value), `${field.name} ${part}`)}
    />
  ))
}

/** Kinds whose values no condition compares. */
const notCompared = new Set(['password', 'richtext', 'json', 'array', 'files', 'images', 'subtable', 'specEditor', 'regions'])

function Shown({ t, draft, field, onEdit }: Pick<PropertiesProps, 't' | 'draft' | 'onEdit'> & { field: DraftField }) {
  const { name, inList, inForm } = field
  return (
    <div className="d-boxes">
      <Checkbox checked={inList} onChange={(on) => onEdit(setShown(draft, name, 'list', on))}>
        {t('designer.inList')}
      </Checkbox>
      <Checkbox checked={inForm} onChange={(on) => onEdit(setShown(draft, name, 'form', on))}>
        {t('designer.inForm')}
      </Checkbox>
    </div>
  )
}

/** The words a field needs: its label, what its flags ask for, and its options. */
function wordPaths({ name, json }: DraftField): string[][] {
  const at = ['fields', name]
  const flags = ['help', 'placeholder', 'unit'].filter((key) => json[key] === true)
  const options = Array.isArray(json.options) ? json.options : []
  return [
    [...at, 'label'],
    ...flags.map((key) => [...at, key]),
    ...options.flatMap((option: { value?: unknown }) =>
      option?.value === undefined ? [] : [[...at, 'options', String(option.value)]],
    ),
  ]
}

function NameInput({ t, name, onRename }: { t: Say; name: string; onRename(next: string): void }) {
  const [text, setText] = useState(name)
  return (
    <Field label={t('designer.name')} help={t('designer.nameHelp')}>
      {({ id }) => (
        <Input
          id={id}
          value={text}
          spellCheck={false}
          maxLength={63}
          onChange={setText}
          onBlur={() => text !== name && onRename(text)}
          onKeyDown={(event) => event.key === 'Enter' && text !== name && onRename(text)}
        />
      )}
    </Field>
  )
}
