import { times } from '../../../numbered.ts'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'

/** The shape of a list before its page is known: tools, head and rows at their places. */
export function ListSkeleton() {
  return (
    <div className="s-list" aria-busy="true">
      <div className="s-tools">
        <Skeleton width={120} height={20} />
        <Skeleton width={220} height={28} />
      </div>
      <div className="s-grid-box s-grid-blank" aria-hidden="true">
        {times(12).map((row) => (
          <div key={row} className="s-blank-row">
            <Skeleton width="14%" />
            <Skeleton width="20%" />
            <Skeleton width="12%" />
            <Skeleton width="16%" />
          </div>
        ))}
      </div>
    </div>
  )
}
