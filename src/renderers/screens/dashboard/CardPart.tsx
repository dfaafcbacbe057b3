import { Link } from 'react-router-dom'
import type { LoadedPage } from '../../../runtime/page.ts'
import type { CardFigures } from '../../../runtime/screens/dashboard.ts'
import type { Card } from '../../../schemas/language/dashboard/dashboard.ts'
import { Icon } from '../../ui/Icon.tsx'
import { change, figureText } from './figures.ts'
import { useListPath } from './useListPath.ts'

/** One number, with the same of the period before; it leads to the rows that were counted. */
export function CardPart({ card, figures, loaded }: { card: Card; figures: CardFigures; loaded: LoadedPage }) {
  const period = card.time && figures.from !== undefined
  const filters = [
    ...(card.link ?? []),
    ...(period ? [{ field: card.time ?? '', operator: 'RANGE' as const, value: [`${figures.from}`, `${figures.to}`] }] : []),
  ]
  const path = useListPath(card.link ? card.page : null, filters)
  // Nothing to do is no warning.
  const isDone = card.window === null && Number(figures.value ?? 0) === 0
  const inner = (
    <>
      <span className="s-board-card-title">
        <Icon name={card.icon} className={`s-board-card-icon is-${isDone ? 'info' : card.severity}`} />
        {loaded.t(`dashboard.cards.${card.name}.title`)}
      </span>
      <strong className={isDone ? 's-board-card-figure is-none' : 's-board-card-figure'}>
        {figureText(figures.value, card.measure)}
      </strong>
      {card.compare && <Before card={card} figures={figures} loaded={loaded} />}
    </>
  )
  return path === undefined ? (
    <div className="s-board-card">{inner}</div>
  ) : (
    <Link className="s-board-card" to={path}>
      {inner}
    </Link>
  )
}

function Before({ card, figures, loaded }: { card: Card; figures: CardFigures; loaded: LoadedPage }) {
  const by = change(figures.value, figures.before)
  const word = card.window === 'today' ? 'ui.board.yesterday' : 'ui.board.before'
  return (
    <span className="s-board-card-before">
      {loaded.t(word, { value: figureText(figures.before ?? null, card.measure) })}
      {by !== null && (
        <span className={by < 0 ? 'is-down' : 'is-up'}>
          {by > 0 ? '+' : ''}
          {by}%
        </span>
      )}
    </span>
  )
}
