import { times } from '../../../numbered.ts'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'

/** Grey cards in the place of those that are awaited: their rows, or the code that draws them. */
export function CardsWait({ wide, expected }: { wide: boolean; expected: number }) {
  return (
    <ul className={wide ? 's-cards s-cards-wide' : 's-cards'} aria-hidden="true">
      {times(Math.min(6, expected)).map((card) => (
        <li key={card} className="s-card">
          <Skeleton width="60%" height={14} />
          <Skeleton width="85%" />
          <Skeleton width="40%" />
        </li>
      ))}
    </ul>
  )
}
