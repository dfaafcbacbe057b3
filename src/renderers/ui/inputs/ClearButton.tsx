import { cx } from '../control.ts'
import { Icon } from '../Icon.tsx'
import { useWords } from '../words.tsx'

/** Clears the control it is in. `tip`: shows its name on hover. */
export function ClearButton({ onClear, tip = true, className }: { onClear(): void; tip?: boolean; className?: string }) {
  const words = useWords()
  const name = words('ui.controls.clear')
  return (
    <button
      type="button"
      className={cx('k-field-btn', className)}
      aria-label={name}
      data-tip={tip ? name : undefined}
      onClick={onClear}
    >
      <Icon name="times" />
    </button>
  )
}
