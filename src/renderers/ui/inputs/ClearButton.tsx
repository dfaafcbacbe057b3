import { cx } from '../control.ts'
import { Icon } from '../Icon.tsx'
import { useWords } from '../words.tsx'

/** Empties the control that it lies in. `tip`: its name is shown with the pointer on it. */
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
