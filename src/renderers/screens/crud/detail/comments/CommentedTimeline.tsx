import { useState } from 'react'
import { callAddress } from '../../../../../schemas/language/area/area.ts'
import type { RowsSection } from '../../../../../schemas/language/detail/section.ts'
import { useT } from '../../../../context.tsx'
import { useLoadedWords, type WordsOf } from '../../../../loadedWords.ts'
import { Button } from '../../../../ui/Button.tsx'
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx'
import { titleOf } from '../../rowActions.ts'
import { Composer } from '../Composer.tsx'
import type { RecordProps } from '../shown.tsx'
import { Timeline } from '../Timeline.tsx'
import { Comment } from './Comment.tsx'
import { CommentBox } from './CommentBox.tsx'
import { beginDraft, keepDraft } from './drafts.ts'
import { type Comments, useComments } from './useComments.ts'
import './comments.css'

const words: WordsOf = {
  'zh-cn': () => import('virtual:kontor/words/zh-cn/ui.comments'),
  en: () => import('virtual:kontor/words/en/ui.comments'),
}

interface CommentedProps extends RecordProps {
  /** What happened to the record, among which the comments are; without it there are only comments. */
  section?: RowsSection
}

/** What was said about a record, among what happened to it, the latest first; above it somebody writes a comment, or a remark. */
export default function CommentedTimeline(props: CommentedProps) {
  const isReady = useLoadedWords(words)
  return isReady ? <Commented {...props} /> : null
}

function Commented({ section, ...props }: CommentedProps) {
  const { crud, row } = props
  const t = useT()
  const record = crud.keyOf(row)
  const comments = useComments(crud, record, row)
  const among = comments.list.map((comment) => ({
    time: comment.time,
    id: `comment-${comment.id}`,
    node: <Comment crud={crud} record={record} comment={comment} comments={comments} />,
  }))
  const isQuiet = section === undefined && comments.list.length === 0 && !comments.loading && comments.failed === ''
  return (
    <>
      <Writing key={record} {...props} compose={section?.compose} comments={comments} />
      {comments.failed === '' ? null : (
        <EmptyState
          tone="error"
          icon="exclamation-circle"
          title={t('ui.comments.failed')}
          text={comments.failed}
          action={<Button onClick={comments.reload}>{t('ui.list.retry')}</Button>}
        />
      )}
      {isQuiet ? <p className="s-comments-none">{t('ui.comments.none')}</p> : null}
      {section ? (
        <Timeline {...props} section={section} run={undefined} among={among} />
      ) : (
        <ol className="s-timeline">
          {among.map(({ id, node }) => (
            <li key={id}>{node}</li>
          ))}
        </ol>
      )}
      {comments.more ? (
        <Button look="link" onClick={() => void comments.loadMore()}>
          {t('ui.comments.more')}
        </Button>
      ) : null}
    </>
  )
}

interface WritingProps extends RecordProps {
  /** The action that keeps a remark. */
  compose: string | undefined
  comments: Comments
}

/** A comment is what colleagues say to each other; a remark is one text that the record has. Where both can be written, one is chosen. */
function Writing({ crud, row, compose, comments }: WritingProps) {
  const t = useT()
  const [isRemark, setRemark] = useState(false)
  const record = crud.keyOf(row)
  const box = (
    <CommentBox
      label={t('ui.comments.write')}
      draft={beginDraft(crud, record)}
      saved=""
      people={{ url: callAddress(crud.page, 'commentPeople'), id: record }}
      submit={t('ui.comments.send')}
      onSubmit={comments.add}
      onChange={(draft) => keepDraft(crud, record, draft)}
    />
  )
  if (compose === undefined || !crud.can(compose, row).visible) return box
  return (
    <>
      <fieldset className="s-compose-what" aria-label={t('ui.comments.what')}>
        <Button size="small" look={isRemark ? 'quiet' : 'default'} aria-pressed={!isRemark} onClick={() => setRemark(false)}>
          {t('ui.comments.comment')}
        </Button>
        <Button size="small" look={isRemark ? 'default' : 'quiet'} aria-pressed={isRemark} onClick={() => setRemark(true)}>
          {titleOf(crud, compose)}
        </Button>
      </fieldset>
      {isRemark ? <Composer crud={crud} row={row} name={compose} /> : box}
    </>
  )
}
