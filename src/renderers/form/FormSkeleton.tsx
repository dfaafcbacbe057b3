import { Skeleton } from '../ui/feedback/Skeleton.tsx'

/** The grey shape of a form whose record is on its way. */
export function FormSkeleton({ count }: { count: number }) {
  return (
    <div className="s-form-grid" aria-busy="true">
      {Array.from({ length: Math.min(count, 8) }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: grey lines have no identity
        <div key={i} className="k-form-field">
          <Skeleton width={80} />
          <Skeleton height={32} />
        </div>
      ))}
    </div>
  )
}
