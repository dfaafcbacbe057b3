import { times } from '../numbered.ts'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'

/** The skeleton of a form whose record is loading. */
export function FormSkeleton({ count }: { count: number }) {
  return (
    <div className="s-form-grid" aria-busy="true">
      {times(Math.min(count, 8)).map((line) => (
        <div key={line} className="k-form-field">
          <Skeleton width={80} />
          <Skeleton height={32} />
        </div>
      ))}
    </div>
  )
}
