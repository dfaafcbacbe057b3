import { Button } from '../ui/Button.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Input } from '../ui/inputs/Input.tsx'
import { Select } from '../ui/pickers/Select.tsx'
import { type Clause, clauseOps, clausesOf, conditionOf, valuesOf } from './model/clauses.ts'
import type { DraftField } from './model/draft.ts'
import type { Say } from './say.ts'

interface ConditionInputProps {
  t: Say
  /** What happens while it holds. */
  label: string
  /** Fields that it may name. */
  fields: readonly DraftField[]
  /** The label of a field, and that of one of its values. */
  labelOf(field: string, value?: string | number): string
  value: unknown
  onChange(value: unknown): void
}

/** A condition that is built by choosing fields, comparisons and values, which all hold. One that says more is left to page.json. */
export function ConditionInput({ t, label, fields, labelOf, value, onChange }: ConditionInputProps) {
  const clauses = clausesOf(value)
  const set = (next: readonly Clause[]) => onChange(conditionOf(next))
  const first = fields[0]
  return (
    <fieldset className="d-condition">
      <legend>{label}</legend>
      {clauses?.map((clause, i) => (
        <ClauseInput
          // biome-ignore lint/suspicious/noArrayIndexKey: a clause is its place; everything in it may be changed
          key={i}
          t={t}
          label={`${label} ${i + 1}`}
          fields={fields}
          labelOf={labelOf}
          clause={clause}
          onChange={(next) => set(next ? clauses.with(i, next) : clauses.filter((_, at) => at !== i))}
        />
      ))}
      {!clauses && <p className="d-hint">{t('designer.condition.written')}</p>}
      {clauses && first && (
        <Button size="small" icon="plus" onClick={() => set([...clauses, clauseFor(first)])}>
          {t(clauses.length > 0 ? 'designer.condition.and' : 'designer.condition.add')}
        </Button>
      )}
    </fieldset>
  )
}

/** The first clause about a field. */
function clauseFor(field: DraftField): Clause {
  const [value] = valuesOf(field) ?? []
  return value === undefined ? { field: field.name, op: 'filled', value: '' } : { field: field.name, op: 'eq', value }
}

interface ClauseInputProps extends Pick<ConditionInputProps, 't' | 'label' | 'fields' | 'labelOf'> {
  clause: Clause
  /** undefined: it goes. */
  onChange(next: Clause | undefined): void
}

function ClauseInput({ t, label, fields, labelOf, clause, onChange }: ClauseInputProps) {
  const field = fields.find(({ name }) => name === clause.field)
  const values = field && valuesOf(field)
  const ops = values ? clauseOps.filter((op) => ['eq', 'ne', 'filled', 'empty'].includes(op)) : clauseOps
  const hasValue = clause.op !== 'filled' && clause.op !== 'empty'
  return (
    <div className="d-clause">
      <Select
        label={`${label}: ${t('designer.condition.field')}`}
        size="small"
        value={clause.field}
        options={fields.map(({ name }) => ({ value: name, label: labelOf(name) }))}
        onChange={(name) => {
          const chosen = fields.find((each) => each.name === name)
          if (chosen) onChange(clauseFor(chosen))
        }}
      />
      <Select
        label={`${label}: ${t('designer.condition.op')}`}
        size="small"
        value={clause.op}
        options={ops.map((op) => ({ value: op, label: t(`designer.condition.ops.${op}`) }))}
        onChange={(chosen) => {
          const op = ops.find((each) => each === chosen)
          if (op) onChange({ ...clause, op, value: clause.value === '' ? (values?.[0] ?? '') : clause.value })
        }}
      />
      {hasValue && values && (
        <Select
          label={`${label}: ${t('designer.condition.value')}`}
          size="small"
          value={clause.value}
          options={values.map((each) => ({ value: each, label: labelOf(clause.field, each) }))}
          onChange={(value) => value !== null && value !== undefined && onChange({ ...clause, value })}
        />
      )}
      {hasValue && !values && (
        <Input
          label={`${label}: ${t('designer.condition.value')}`}
          size="small"
          value={String(clause.value)}
          onChange={(text) => onChange({ ...clause, value: typed(field, text) })}
        />
      )}
      <IconButton icon="times" label={t('designer.condition.remove', { label })} onClick={() => onChange(undefined)} />
    </div>
  )
}

const numbers = new Set(['integer', 'number', 'float', 'year', 'duration', 'weigh', 'remoteSelect'])

/** A number where the field holds one: amounts are texts. */
function typed(field: DraftField | undefined, text: string): string | number {
  return field && numbers.has(field.kind) && /^-?\d{1,15}(?:\.\d{1,6})?$/.test(text) ? Number(text) : text
}
