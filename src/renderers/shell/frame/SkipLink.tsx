import { useT } from '../../context.tsx'
import { useSkipTargetOffered } from '../../ui/skipTo.ts'

/** For keyboard and screen reader users: the current location, and links that skip the menu and what is above a list. */
export function SkipLink({ title }: { title: string }) {
  const t = useT()
  const part = useSkipTargetOffered()
  return (
    <>
      <p className="sr-only" role="status">
        {title}
      </p>
      {/* No link to #main: where routes stand behind the #, that would be another screen. */}
      <button type="button" className="k-skip" onClick={() => document.getElementById('main')?.focus()}>
        {t('ui.shell.skip')}
      </button>
      {part && (
        <button type="button" className="k-skip" onClick={part.go}>
          {part.label}
        </button>
      )}
    </>
  )
}
