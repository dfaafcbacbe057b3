import { commentLimits } from '../../../src/schemas/api/comments.ts'
import type { Handler } from '../../core/handler.ts'
import type { At, Writing } from '../../crud/domain.ts'
import { readRecord } from '../../crud/read/read.ts'
import { requestKey } from '../../crud/rows/key.ts'
import type { Screen } from '../../crud/screen/screen.ts'
import { text } from '../../crud/search/listQuery.ts'
import { defineModule } from '../module.ts'
import { addComment, deleteComment, editComment, readComments } from './comments.ts'
import { peopleFor } from './people.ts'
import { purgeComments } from './purge.ts'

/** Comments on records, of every list whose page says `"comments": true`. */
export const comments = defineModule({
  name: 'comments',
  listAddresses: [commentAddresses],
  purges: { comments: ({ database }) => purgeComments(database) },
})

/** Who may read a record may read and write its comments: the node is that of its view. */
function commentAddresses(screen: Screen, at: At, writing: Writing): Handler[] {
  const { page } = screen
  if (!page.comments) return []
  const node = page.actions.detail?.node ?? 'index'
  const post = (action: string, work: typeof addComment | typeof editComment) =>
    at(
      'POST',
      action,
      node,
      writing(action, (ctx, trx) => work(screen, ctx, trx)),
    )
  return [
    at('GET', 'comments', node, (ctx) => readComments(screen, ctx)),
    at('GET', 'commentPeople', node, async (ctx) => {
      const key = requestKey(screen, ctx.query)
      await readRecord(screen, ctx, key, { purpose: 'info' }) // refuses records that the person may not meet
      return peopleFor(screen, ctx, key, (text(ctx.query.q, 'q') ?? '').trim().slice(0, commentLimits.people * 8))
    }),
    post('addComment', addComment),
    post('editComment', editComment),
    post('deleteComment', deleteComment),
  ]
}
