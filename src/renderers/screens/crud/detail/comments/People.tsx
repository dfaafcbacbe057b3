import type { Mention, PeopleAnswer } from '../../../../../schemas/api/comments.ts'
import { assetUrl } from '../../../../asset.ts'
import { useRuntime, useT } from '../../../../context.tsx'
import { cx } from '../../../../ui/control.ts'
import { Avatar } from '../../../../ui/display/Avatar.tsx'

interface PeopleProps {
  id: string
  list: PeopleAnswer['list']
  at: number
  onHover(at: number): void
  onPick(person: Mention): void
}

/** Those who may be mentioned. The text field keeps the focus. */
export function People({ id, list, at, onHover, onPick }: PeopleProps) {
  const t = useT()
  const { siteConfig } = useRuntime().stores
  if (list.length === 0)
    return (
      <p className="s-people-none" role="status">
        {t('ui.comments.nobody')}
      </p>
    )
  return (
    <div id={id} role="listbox" tabIndex={-1} aria-label={t('ui.comments.people')}>
      {list.map((person, i) => (
        <button
          key={person.id}
          type="button"
          id={`${id}-${i}`}
          role="option"
          tabIndex={-1}
          aria-selected={i === at}
          className={cx('k-option', i === at && 'is-active')}
          onPointerMove={() => i !== at && onHover(i)}
          // The field must not lose the focus, and with it the place of the name.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onPick(person)}
        >
          <Avatar name={person.name} src={assetUrl(person.avatar, siteConfig) ?? ''} size="small" />
          <span className="k-option-text">{person.name}</span>
          {person.username === person.name ? null : <span className="s-people-account">{person.username}</span>}
        </button>
      ))}
    </div>
  )
}
