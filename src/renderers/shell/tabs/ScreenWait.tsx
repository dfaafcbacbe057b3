import { times } from '../../numbered.ts'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { useWords } from '../../ui/words.tsx'
import { usePending } from '../pending.ts'

/** The shape of a list while its code comes, so that nothing jumps when it is there. */
export function ScreenWait() {
  const words = useWords()
  usePending()
  return (
    <div className="k-wait" role="status" aria-label={words('ui.controls.loading')}>
      <div className="k-wait-tools">
        <Skeleton width={120} height={20} />
        <Skeleton width={240} height={28} />
      </div>
      {times(10).map((row) => (
        <div key={row} className="k-wait-row">
          <Skeleton width="12%" />
          <Skeleton width="22%" />
          <Skeleton width="16%" />
          <Skeleton width="10%" />
          <Skeleton width="18%" />
        </div>
      ))}
    </div>
  )
}
