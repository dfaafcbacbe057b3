import { useRef } from 'react'
import { createPortal } from 'react-dom'
import { linesTogether } from '../../../../runtime/crud/actions/print.ts'
import type { Printing } from '../../../../runtime/crud/context.ts'
import type { Crud } from '../../../../runtime/crud/crud.ts'
import type { Row } from '../../../../runtime/rows.ts'
import { actionOf } from '../../../../schemas/language/action/actionOf.ts'
import type { Print, PrintSection } from '../../../../schemas/language/action/kinds/print.ts'
import { titleText } from '../../../../schemas/language/list/naming.ts'
import { cellOf, cellText } from '../../../cells/draw.ts'
import { isNothing, valueAt } from '../../../cells/value.ts'
import type { CellEnvironment } from '../../../define.ts'
import { numbered } from '../../../numbered.ts'
import { scrolledByKeys } from '../../../scrolled.ts'
import { Button } from '../../../ui/Button.tsx'
import { useModal } from '../../../ui/overlays/layers.ts'
import { fieldAt } from '../columns.ts'
import { columnFor, labelAt } from '../detail/detailColumns.ts'
import { LinesTable } from '../detail/LinesTable.tsx'
import './print.css'
import { titleOf } from '../rowActions.ts'

interface PrintProps {
  crud: Crud
  printing: Printing
  env: CellEnvironment
}

/** The sheets as they come out of the printer, over the screen; only they are printed. */
export default function PrintView({ crud, printing, env }: PrintProps) {
  const { t, find } = crud.loaded
  const box = useRef<HTMLDivElement>(null)
  useModal(box, crud.closePrint)
  const { action, rows } = printing
  const title = titleOf(crud, action)
  const heading = find(`actions.${action}.heading`) ?? title // "Print slip" is what one presses, not what it is
  const print = actionOf(crud.page, action, 'print')?.print
  const sheets = print?.together ? [rows] : rows.map((row) => [row])
  return createPortal(
    <div ref={box} className="s-print" role="dialog" aria-modal="true" aria-label={title}>
      <header className="s-print-bar">
        <h2>{title}</h2>
        <span>{t('ui.print.count', { n: rows.length })}</span>
        <Button look="primary" icon="print" onClick={() => window.print()} data-autofocus>
          {t('ui.print.print')}
        </Button>
        <Button onClick={crud.closePrint}>{t('ui.print.close')}</Button>
      </header>
      <main className="s-print-paper" {...scrolledByKeys} aria-label={title}>
        {numbered(sheets).map(({ item: of, at }) => (
          <article key={at} className="s-sheet">
            <h1>{heading}</h1>
            {!print?.together && <p className="s-sheet-name">{titleText(crud.page, of[0], crud.loaded.find)}</p>}
            {partsOf(print, of).map((section) => (
              <section key={section.name} aria-label={t(`actions.${action}.print.${section.name}`)}>
                <h2>{t(`actions.${action}.print.${section.name}`)}</h2>
                <Part crud={crud} env={env} section={section} rows={of} together={print?.together === true} />
              </section>
            ))}
          </article>
        ))}
      </main>
    </div>,
    document.body,
  )
}

/** Facts of one record of which it has none are left out. */
function partsOf(print: Print | null | undefined, rows: readonly Row[]): readonly PrintSection[] {
  const isThere = (part: PrintSection) =>
    part.as === 'table' || rows.some((row) => part.fields.some((name) => !isNothing(valueAt(row, name))))
  return print?.sections.filter(isThere) ?? []
}

interface PartProps {
  crud: Crud
  env: CellEnvironment
  section: PrintSection
  rows: readonly Row[]
  together: boolean
}

function Part({ crud, env, section, rows, together }: PartProps) {
  if (section.as === 'table') {
    const names = section.fields.map((field) => `${section.relation}.${field}`)
    const lines = linesTogether(section, rows).map((line): Row => ({ [section.relation]: line }))
    return <LinesTable crud={crud} names={names} rows={lines} value={(row, name) => textAt(crud, env, row, name)} />
  }
  if (together)
    return <LinesTable crud={crud} names={section.fields} rows={rows} value={(row, name) => textAt(crud, env, row, name)} />
  const [row = {}] = rows
  return (
    <dl className="s-sheet-facts">
      {section.fields
        .filter((name) => !isNothing(valueAt(row, name)))
        .map((name) => (
          <div key={name}>
            <dt>{labelAt(crud, name)}</dt>
            <dd>{textAt(crud, env, row, name)}</dd>
          </div>
        ))}
    </dl>
  )
}

/** On paper every value is its text. */
function textAt(crud: Crud, env: CellEnvironment, row: Row, name: string): string {
  const column = columnFor(crud, name)
  return cellText(cellOf(column.cell), { value: valueAt(row, name), row, column, field: fieldAt(crud.page, name), env })
}
