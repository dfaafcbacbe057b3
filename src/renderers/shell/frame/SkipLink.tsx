import { useT } from '../../context.tsx'

/** For keyboard and screen reader users: the current location, and a link that skips the menu. */
export function SkipLink({ title }: { title: string }) {
  const t = useT()
  return (
    <>
      <p className="sr-only" role="status">
        {title}
      </p>
      {/* No link to #main: where routes stand behind the #, that would be another screen. */}
      <button type="button" className="k-skip" onClick={() => document.getElementById('main')?.focus()}>
        {t('ui.shell.skip')}
      </button>
    </>
  )
}
