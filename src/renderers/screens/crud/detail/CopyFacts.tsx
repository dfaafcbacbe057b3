import type { Crud } from '../../../../runtime/crud/crud.ts'
import type { Row } from '../../../../runtime/rows.ts'
import { cellText, readOnlyCellOf } from '../../../cells/draw.ts'
import { isNothing, valueAt } from '../../../cells/value.ts'
import { useRuntime } from '../../../context.tsx'
import { copyText } from '../../../copyText.ts'
import type { CellEnvironment } from '../../../define.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { fieldAt } from '../columns.ts'
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

/** Copies facts of the record as they are shown. */
export function CopyFacts({ crud, env, row, names, of }: CopyFactsProps) {
  const { notices } = useRuntime()
  const { t } = crud.loaded
  const copy = async () => {
    const done = await copyText(names.map((name) => factText(crud, env, row, name)).join(' '))
    notices.push(done ? 'success' : 'error', t(done ? 'ui.list.copied' : 'ui.list.copyFailed'))
  }
  return <IconButton icon="copy" size="small" label={`${t('ui.list.copy')}: ${of}`} onClick={() => void copy()} />
}

/** The way to copy a fact whose column has one; nothing where there is nothing to copy. */
export function CopyFact({ crud, env, row, name }: Omit<CopyFactsProps, 'names' | 'of'> & { name: string }) {
  if (!columnFor(crud, name).copy || isNothing(valueAt(row, name))) return null
  return <CopyFacts crud={crud} env={env} row={row} names={[name]} of={labelAt(crud, name)} />
}

function factText(crud: Crud, env: CellEnvironment, row: Row, name: string): string {
  const column = columnFor(crud, name)
  const input = { value: valueAt(row, name), row, column, field: fieldAt(crud.page, name), env }
  return cellText(readOnlyCellOf(column.cell), input)
}
