import { createElement, type ReactNode } from 'react'
import { isObject } from '../../schemas/isObject.ts'
import type { Column } from '../../schemas/language/list/table.ts'
import { faultsKey } from '../../schemas/language/wire/codec.ts'
import type { Cell, CellInput } from '../define.ts'
import { cells } from './index.ts'
import { switchWord } from './switch.tsx'
import { isNothing, valueAt } from './value.ts'

/** The column of a value that is drawn outside of a list. */
export function plainColumn(field: string, cell: Column['cell']): Column {
  return { field, cell, sortable: false, hidden: false, secondary: [], copy: false }
}

/** The cell of a name; unknown names get one that says so. */
export function cellOf(name: string): Cell {
  return (cells as Record<string, Cell>)[name] ?? unknownCell(name)
}

/** The cell of a name where nothing can be changed. */
export function readOnlyCellOf(name: string): Cell {
  return name === 'switch' ? switchWord : cellOf(name)
}

/** Draws a value; whatever the cell throws becomes a visible error in its place. */
export function renderCell(cell: Cell, given: CellInput): ReactNode {
  if (isLeftOut(given)) return null
  const stored = faultOf(given)
  if (stored !== undefined) return stored === '' ? errorCell(given, new Error(stored)) : storedText(given, stored)
  const input = withDefault(given)
  try {
    const text = cell.render(input)
    const address = addressOf(input)
    const shown = address
      ? createElement('a', { href: address, target: '_blank', rel: 'noopener noreferrer', className: 's-link' }, text)
      : text
    const tone = toneOf(input)
    return tone ? createElement('span', { className: `s-tone s-tone-${tone}` }, shown) : shown
  } catch (error) {
    return errorCell(input, error)
  }
}

/** The beginning of a stored value that the server could not read; undefined when it could. */
function faultOf({ column, row }: Pick<CellInput, 'column' | 'row'>): string | undefined {
  const path = column.field.split('.')
  const owner = path.length > 1 ? valueAt(row, path.slice(0, -1).join('.')) : row
  const faults = isObject(owner) ? owner[faultsKey] : undefined
  const fault = isObject(faults) ? faults[path.at(-1) ?? ''] : undefined
  return typeof fault === 'string' ? fault : undefined
}

/** Falls back to the column's own value. */
function withDefault(input: CellInput): CellInput {
  const { value, column } = input
  return column.default !== undefined && isNothing(value) ? { ...input, value: column.default } : input
}

/** The address outside of the product that the value opens in this row, if it may be opened. */
export function addressOf({ value, column, row, env }: Pick<CellInput, 'value' | 'column' | 'row' | 'env'>): string | undefined {
  if (column.url === undefined || isNothing(value)) return undefined
  const address = valueAt(row, column.url)
  return typeof address === 'string' ? env.asset(address) : undefined
}

/** The colour that the column assigns to the row's value. */
function toneOf({ column, row, env }: CellInput): string | undefined {
  return column.tone?.find(({ when }) => env.holds?.(when, row) === true)?.as
}

/** The value as text; '' when it cannot be read. */
export function cellText(cell: Cell, input: CellInput): string {
  if (isLeftOut(input)) return ''
  try {
    return faultOf(input) ?? cell.text(withDefault(input))
  } catch {
    return ''
  }
}

/** What the tooltip of a cell says. */
export function cellHint(cell: Cell, input: CellInput): string {
  if (isLeftOut(input)) return ''
  try {
    return cell.hint ? cell.hint(withDefault(input)) : cell.text(withDefault(input))
  } catch (error) {
    return messageOf(error)
  }
}

/** A cell of a column whose `when` the row does not fulfil stays empty. */
function isLeftOut({ column, row, env }: CellInput): boolean {
  return column.when !== undefined && env.holds?.(column.when, row) === false
}

function errorCell({ env, column }: CellInput, error: unknown): ReactNode {
  const title = `${column.field}: ${messageOf(error)}`
  return createElement(
    'span',
    { className: 's-cell-error', title },
    createElement('i', { className: 'pi pi-exclamation-triangle' }),
    env.t('ui.list.badValue'),
  )
}

/** What no field can hold (NaN, infinity, a list of lists) is shown as the database writes it. */
function storedText({ env }: CellInput, stored: string): ReactNode {
  return createElement('span', { className: 's-cell-stored', title: env.t('ui.list.asStored') }, stored)
}

function unknownCell(name: string): Cell {
  const fail = (): never => {
    throw new Error(`there is no cell "${name}"`)
  }
  return { render: fail, text: fail, width: 160 }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
