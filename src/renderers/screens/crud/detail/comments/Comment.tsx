import { type ReactNode, useState } from 'react'
import type { Crud } from '../../../../../runtime/crud/crud.ts'
import type { Key } from '../../../../../runtime/rows.ts'
import { placesOf, type RecordComment } from '../../../../../schemas/api/comments.ts'
import { callAddress } from '../../../../../schemas/language/area/area.ts'
import { assetUrl, shownZone } from '../../../../asset.ts'
import { dateTimeText } from '../../../../cells/clock.ts'
import { useRuntime, useT } from '../../../../context.tsx'
import { numbered } from '../../../../numbered.ts'
import { Avatar } from '../../../../ui/display/Avatar.tsx'
import { IconButton } from '../../../../ui/IconButton.tsx'
import { confirm } from '../../../../ui/overlays/confirm.ts'
import { CommentBox } from './CommentBox.tsx'
import type { Comments } from './useComments.ts'

interface CommentProps {
  crud: Crud
  record: Key
  comment: RecordComment
  comments: Comments
}

/** One comment; whoever wrote it may correct it for a while. */
export function Comment({ crud, record, comment, comments }: CommentProps) {
  const { stores, notices } = useRuntime()
  const t = useT()
  const [isEditing, setEditing] = useState(false)
  const { author, avatar, text, mentions, time, edited, mayEdit, mayDelete } = comment
  const zone = shownZone(stores.siteConfig)
  const remove = async () => {
    const sure = await confirm(t('ui.comments.deleteConfirm'), {
      title: t('ui.comments.delete'),
      yes: t('ui.comments.delete'),
      danger: true,
    })
    if (sure && (await comments.remove(comment.id))) notices.push('success', t('ui.comments.deleted'))
  }
  return (
    <>
      <p className="s-timeline-head">
        <span className="s-comment-author">
          <Avatar name={author} src={assetUrl(avatar, stores.siteConfig) ?? ''} size="small" />
          {author}
        </span>
        {edited === null ? null : <span title={dateTimeText(edited, zone)}>{t('ui.comments.edited')}</span>}
        <span className="s-timeline-time">
          {mayEdit && !isEditing ? (
            <IconButton icon="pencil" size="small" label={t('ui.comments.edit')} onClick={() => setEditing(true)} />
          ) : null}
          {mayDelete && !isEditing ? (
            <IconButton icon="trash" size="small" label={t('ui.comments.delete')} onClick={() => void remove()} />
          ) : null}
          {dateTimeText(time, zone)}
        </span>
      </p>
      {isEditing ? (
        <CommentBox
          label={t('ui.comments.edit')}
          draft={{ text, mentions }}
          saved={text}
          people={{ url: callAddress(crud.page, 'commentPeople'), id: record }}
          submit={t('ui.comments.save')}
          onSubmit={async (draft) => {
            const done = await comments.edit(comment.id, draft)
            if (done) setEditing(false)
            return done
          }}
          onCancel={() => setEditing(false)}
          focused
        />
      ) : (
        <p className="s-timeline-text">
          <CommentText text={text} mentions={mentions} />
        </p>
      )}
    </>
  )
}

/** Plain text, with the names of those who are mentioned marked. */
function CommentText({ text, mentions }: Pick<RecordComment, 'text' | 'mentions'>): ReactNode {
  const marks = mentions
    .flatMap(({ name }) => placesOf(text, name).map((at) => ({ at, end: at + name.length + 1 })))
    .sort((a, b) => a.at - b.at || b.end - a.end)
  const parts: { text: string; isName: boolean }[] = []
  let end = 0
  for (const mark of marks) {
    if (mark.at < end) continue
    parts.push({ text: text.slice(end, mark.at), isName: false }, { text: text.slice(mark.at, mark.end), isName: true })
    end = mark.end
  }
  parts.push({ text: text.slice(end), isName: false })
  return numbered(parts).map(({ item, at }) =>
    item.isName ? (
      <strong key={at} className="s-mention">
        {item.text}
      </strong>
    ) : (
      item.text
    ),
  )
}
