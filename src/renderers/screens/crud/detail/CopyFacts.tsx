import type { Crud } from '../../../../runtime/crud/crud.ts'
import type { Row } from '../../../../runtime/rows.ts'
import { isMasked } from '../../../../schemas/language/wire/mask.ts'
import { cellText, readOnlyCellOf } from '../../../cells/draw.ts'
import { isNothing, valueAt } from '../../../cells/value.ts'
import { useRuntime } from '../../../context.tsx'
import { copyText } from '../../../copyText.ts'
import type { CellEnvironment } from '../../../define.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { fieldAt } from '../columns.ts'
import { revealed } from '../pressing.ts'
import { columnFor, labelAt } from './detailColumns.ts'

interface CopyFactsProps {
  crud: Crud
  env: CellEnvironment
  row: Row
  /** The facts, whose texts are put behind each other. */
  names: readonly string[]
  /** What is copied, for people who cannot see it next to the button. */
  of: string
}

/** Copies facts of the record as they are shown; masked ones whole, once a person who may reveal them agrees. */
export function CopyFacts({ crud, env, row, names, of }: CopyFactsProps) {
  const { notices } = useRuntime()
  const { t } = crud.loaded
  const copy = async () => {
    const whole = env.canReveal?.() ? await wholeRow(crud, row, names) : row
    const done = await copyText(names.map((name) => factText(crud, env, whole, name)).join(' '))
    notices.push(done ? 'success' : 'error', t(done ? 'ui.list.copied' : 'ui.list.copyFailed'))
  }
  return <IconButton icon="copy" size="small" label={`${t('ui.list.copy')}: ${of}`} onClick={() => void copy()} />
}

/** The way to copy a fact whose column has one; nothing where there is nothing to copy. */
export function CopyFact({ crud, env, row, name }: Omit<CopyFactsProps, 'names' | 'of'> & { name: string }) {
  if (!columnFor(crud, name).copy || isNothing(valueAt(row, name))) return null
  return <CopyFacts crud={crud} env={env} row={row} names={[name]} of={labelAt(crud, name)} />
}

/** The row with whole values of the masked facts; a mask stays where the person declines. */
async function wholeRow(crud: Crud, row: Row, names: readonly string[]): Promise<Row> {
  const whole: Record<string, unknown> = { ...row }
  for (const name of names) {
    const field = fieldAt(crud.page, name)
    if (!field || name.includes('.') || !isMasked(field, row[name])) continue
    whole[name] = (await revealed(crud, crud.keyOf(row), name, row)) ?? row[name]
  }
  return whole
}

function factText(crud: Crud, env: CellEnvironment, row: Row, name: string): string {
  const column = columnFor(crud, name)
  const input = { value: valueAt(row, name), row, column, field: fieldAt(crud.page, name), env }
  return cellText(readOnlyCellOf(column.cell), input)
}
