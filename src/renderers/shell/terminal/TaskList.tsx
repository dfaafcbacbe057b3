import { useT } from '../../context.tsx'
import { Tag } from '../../ui/display/Tag.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { useCommandText } from './commandText.ts'
import { blockerOf, isUnderWay, type Task, type TaskStatus } from './queue.ts'
import type { TerminalQueue } from './useTerminal.ts'

const severities = {
  waiting: 'info',
  connecting: 'info',
  running: 'info',
  success: 'success',
  failed: 'danger',
  unknown: 'warning',
} as const satisfies Record<TaskStatus, string>

/** The commands in their order, each with its state and what can be done with it. */
export function TaskList({ queue }: { queue: TerminalQueue }) {
  const t = useT()
  const { tasks } = queue
  const blocked = blockerOf(tasks) !== undefined && tasks.some(({ status }) => status === 'waiting')
  if (tasks.length === 0) return <p className="k-terminal-status">{t('terminalDialog.empty')}</p>
  return (
    <>
      <ol className="k-terminal-tasks" aria-label={t('terminalDialog.tasks')}>
        {tasks.map((task) => (
          <OneTask key={task.uuid} task={task} queue={queue} />
        ))}
      </ol>
      {blocked && <p className="k-terminal-status">{t('terminalDialog.blocked')}</p>}
    </>
  )
}

function OneTask({ task, queue }: { task: Task; queue: TerminalQueue }) {
  const t = useT()
  const command = useCommandText()(task.command)
  const { status, blockOnFailure } = task
  const isOver = status !== 'waiting' && !isUnderWay(task)
  return (
    <li>
      <span className="k-terminal-command">{command}</span>
      <Tag severity={severities[status]}>{t(`terminalDialog.status.${status}`)}</Tag>
      <span className="k-terminal-actions">
        {isOver && (
          <IconButton
            icon="replay"
            size="small"
            label={t('terminalDialog.retry', { command })}
            onClick={() => queue.retry(task)}
          />
        )}
        {(status === 'failed' || status === 'unknown') && blockOnFailure && (
          <IconButton
            icon="step-forward"
            size="small"
            label={t('terminalDialog.skip', { command })}
            onClick={() => queue.skip(task)}
          />
        )}
        {!isUnderWay(task) && (
          <IconButton
            icon="times"
            size="small"
            label={t('terminalDialog.remove', { command })}
            onClick={() => queue.remove(task)}
          />
        )}
      </span>
    </li>
  )
}
