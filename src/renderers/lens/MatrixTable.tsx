import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { LensCell, LensMatrix, LensNode, LensScreen } from '../../schemas/api/lens.ts'
import { useRuntime } from '../context.tsx'
import { Icon } from '../ui/Icon.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { differ, markOf } from './marks.ts'
import type { Chosen, T } from './matrix.ts'
import { moveFocus } from './moveFocus.ts'
import { menuTicks, nodeTicks, screenTicks, type Ticks } from './rights.ts'
import { TickBoxes } from './TickBoxes.tsx'
import type { Editing } from './useRights.ts'

export interface MatrixTableProps {
  t: T
  matrix: LensMatrix
  screens: readonly LensScreen[]
  /** Cells in which the two do not differ are left out. */
  onlyDifferent: boolean
  onChoose(cell: Chosen): void
  editing: Editing
}

/** Nodes that nearly every screen has get columns of their own; the last column holds the rest. */
const columns = ['index', 'add', 'edit', 'del'] as const

const lastPart = (node: string) => node.slice(node.lastIndexOf('/') + 1)

/** Screens as rows below their directories, actions as cells; one stop of the tab key, within it the arrow keys. */
export function MatrixTable(props: MatrixTableProps) {
  const { t, matrix, screens } = props
  const table = useRef<HTMLTableElement>(null)
  const titles = columnTitles(matrix)
  // One cell is the table's stop of the tab key: that one which had the focus last, else the first.
  useEffect(() => {
    const stops = table.current?.querySelectorAll<HTMLElement>('[data-cell]')
    const [first] = stops ?? []
    if (first && ![...(stops ?? [])].some((cell) => cell.tabIndex === 0)) first.tabIndex = 0
  })
  const onKeyDown = (event: KeyboardEvent) => {
    if (table.current && moveFocus(table.current, event.key)) event.preventDefault()
  }
  const boxes = { t, subjects: matrix.subjects, editing: props.editing }
  const names = matrix.subjects.map(({ name }) => name).join(' · ')
  return (
    <section className="l-scroll" aria-label={names}>
      <table ref={table} className="l-matrix" onKeyDown={onKeyDown}>
        <caption className="sr-only">{names}</caption>
        <thead>
          <tr>
            <th scope="col">{t('lens.screen.screen')}</th>
            <th scope="col">{t('lens.screen.menu')}</th>
            {columns.map((node) => (
              <th key={node} scope="col">
                {titles.get(node) ?? node}
              </th>
            ))}
            <th scope="col">{t('lens.screen.actions')}</th>
          </tr>
        </thead>
        {directories(screens, t).map(({ title, inside }) => (
          <tbody key={title}>
            <tr className="l-directory">
              <th scope="rowgroup" colSpan={columns.length + 3}>
                <span>{title}</span>
                <TickBoxes {...boxes} ticks={screenTicks(inside)} name={title} />
              </th>
            </tr>
            {inside.map((screen) => (
              <ScreenRow key={`${screen.rule} ${screen.page}`} screen={screen} {...props} />
            ))}
          </tbody>
        ))}
      </table>
    </section>
  )
}

function ScreenRow({ screen, ...props }: MatrixTableProps & { screen: LensScreen }) {
  const { t, editing } = props
  const others = screen.nodes.filter(({ node }) => !columns.some((name) => name === lastPart(node)))
  return (
    <tr data-differs={screen.differs || undefined}>
      <th scope="row">
        <span className="l-title">{screen.title}</span>
        {editing.rights ? (
          <TickBoxes
            t={t}
            subjects={props.matrix.subjects}
            editing={editing}
            ticks={screenTicks([screen])}
            name={t('lens.edit.all', { screen: screen.title })}
          />
        ) : (
          <span className="l-openers">
            <Openers screen={screen} {...props} />
          </span>
        )}
      </th>
      <td>
        <Place
          {...props}
          screen={screen}
          action={t('lens.screen.menuEntry')}
          cells={screen.menu}
          calls={[]}
          ticks={menuTicks(screen)}
        />
      </td>
      {columns.map((name) => {
        const node = screen.nodes.find((each) => lastPart(each.node) === name)
        return <td key={name}>{node && <NodePlace {...props} screen={screen} node={node} />}</td>
      })}
      <td className="l-others">
        {others.map((node) => (
          <NodePlace key={node.node} {...props} screen={screen} node={node} named />
        ))}
      </td>
    </tr>
  )
}

/** The ways to see this screen as those who are looked at do. */
function Openers({ t, matrix, screen }: MatrixTableProps & { screen: LensScreen }) {
  const { lens } = useRuntime()
  const { open } = screen
  if (open === null) return null
  return matrix.subjects
    .filter(({ kind, enabled }) => enabled || kind === 'group')
    .map(({ key, name }) => (
      <IconButton
        key={key}
        size="small"
        icon="eye"
        data-cell=""
        tabIndex={-1}
        label={t('lens.screen.see', { screen: screen.title, name })}
        onClick={() => lens.start(key, open)}
      />
    ))
}

type PlaceProps = MatrixTableProps & { screen: LensScreen; named?: boolean }

function NodePlace({ node, ...props }: PlaceProps & { node: LensNode }) {
  return <Place {...props} action={node.title} cells={node.cells} calls={node.calls} ticks={nodeTicks(props.screen, node.rule)} />
}

/** One cell: a mark for each who is looked at; its name says all of it. */
function Place({
  t,
  matrix,
  screen,
  action,
  cells,
  calls,
  named,
  onlyDifferent,
  onChoose,
  editing,
  ticks,
}: PlaceProps & { action: string; cells: readonly LensCell[]; calls: readonly string[]; ticks: Ticks }) {
  if (onlyDifferent && !differ(cells)) return null
  if (editing.rights && ticks.own.length > 0)
    return (
      <span className="l-cell l-ticks">
        {named && <span aria-hidden="true">{action}</span>}
        <TickBoxes
          t={t}
          subjects={matrix.subjects}
          editing={editing}
          ticks={ticks}
          name={t('lens.screen.chosen', { screen: screen.title, action })}
        />
      </span>
    )
  const said = cells.map((cell, i) => sentence(t, matrix.subjects[i]?.name ?? '', cell))
  return (
    <button
      type="button"
      className="l-cell"
      data-cell=""
      data-differs={differ(cells) || undefined}
      tabIndex={-1}
      aria-label={`${action}. ${said.join(' ')}`}
      data-tip={cells.length > 1 ? said.join('\n') : cells[0]?.why.join('\n')}
      onClick={() => onChoose({ screen: screen.title, action, calls, cells })}
    >
      {named && <span aria-hidden="true">{action}</span>}
      {cells.map((cell, i) => {
        const { word, icon } = markOf(cell)
        return (
          <span key={matrix.subjects[i]?.key} className="l-mark" data-mark={word}>
            <Icon name={icon} />
          </span>
        )
      })}
    </button>
  )
}

function sentence(t: T, name: string, cell: LensCell): string {
  return t('lens.screen.cellOf', { name, state: t(`lens.screen.${markOf(cell).word}`), why: cell.why.join(' ') })
}

/** What the columns are called: as the rules call the node on the screen that has it first. */
function columnTitles({ screens }: LensMatrix): ReadonlyMap<string, string> {
  const titles = new Map<string, string>()
  for (const { node, title } of screens.flatMap(({ nodes }) => nodes)) {
    const name = lastPart(node)
    if (!titles.has(name)) titles.set(name, title)
  }
  return titles
}

/** Screens under the directories that hold them, in the order of the menu. */
function directories(screens: readonly LensScreen[], t: T): { title: string; inside: LensScreen[] }[] {
  const found = new Map<string, LensScreen[]>()
  for (const screen of screens) {
    const above = screen.path.join(' / ')
    const title = above || t(screen.rule === null ? 'lens.screen.noRule' : 'lens.screen.noDirectory')
    found.set(title, [...(found.get(title) ?? []), screen])
  }
  return [...found].map(([title, inside]) => ({ title, inside }))
}
