import { type FormEvent, useId, useState } from 'react'
import { type TerminalCommand, terminalCommands } from '../../../schemas/api/terminal.ts'
import { useT } from '../../context.tsx'
import { scrolledByKeys } from '../../scrolled.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/inputs/Field.tsx'
import { Input } from '../../ui/inputs/Input.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { Select } from '../../ui/pickers/Select.tsx'
import '../../theme/terminal.css'
import { useCommandText } from './commandText.ts'
import { isUnderWay, nextOf, type Task } from './queue.ts'
import { TaskList } from './TaskList.tsx'
import { TerminalSettings } from './TerminalSettings.tsx'
import { type Output, useTerminal } from './useTerminal.ts'

/** The commands of the server, for super administrators: they wait in a queue, and each begins with the password. */
export function Terminal({ onClose }: { onClose: () => void }) {
  const t = useT()
  const queue = useTerminal()
  const [settings, setSettings] = useState(false)
  const { tasks, output } = queue
  const next = nextOf(tasks)
  return (
    <Dialog
      open
      title={t('ui.terminal.title')}
      description={t('terminalDialog.text')}
      onClose={onClose}
      footer={
        <>
          <Button icon="cog" look="quiet" aria-expanded={settings} onClick={() => setSettings(!settings)}>
            {t('terminalDialog.settings')}
          </Button>
          <Button disabled={!tasks.some(isOver)} onClick={queue.clear}>
            {t('terminalDialog.clear')}
          </Button>
        </>
      }
    >
      {settings && <TerminalSettings queue={queue} />}
      <AddCommand onAdd={queue.add} />
      <Now tasks={tasks} />
      <TaskList queue={queue} />
      {next && <Begin key={next.uuid} task={next} start={queue.start} />}
      <Said output={output} />
    </Dialog>
  )
}

const isOver = (task: Task) => task.status !== 'waiting' && !isUnderWay(task)

function AddCommand({ onAdd }: { onAdd: (command: TerminalCommand) => void }) {
  const t = useT()
  const textOf = useCommandText()
  const [command, setCommand] = useState<TerminalCommand>('health')
  return (
    <div className="k-terminal-add">
      <Field label={t('terminalDialog.command')}>
        {(control) => (
          <Select
            {...control}
            value={command}
            options={terminalCommands.map((one) => ({ value: one, label: textOf(one) }))}
            onChange={(value) => setCommand(terminalCommands.find((one) => one === value) ?? command)}
          />
        )}
      </Field>
      <Button icon="plus" onClick={() => onAdd(command)}>
        {t('terminalDialog.add')}
      </Button>
    </div>
  )
}

/** What happens just now, for those who do not see the list. */
function Now({ tasks }: { tasks: readonly Task[] }) {
  const t = useT()
  const textOf = useCommandText()
  const current = tasks.find(isUnderWay) ?? tasks.filter(isOver).at(-1) ?? tasks.at(-1)
  return (
    <p role="status" className="sr-only">
      {current &&
        t('terminalDialog.now', { command: textOf(current.command), status: t(`terminalDialog.status.${current.status}`) })}
    </p>
  )
}

/** Asks for the password of the next command, and starts it. */
function Begin({ task, start }: { task: Task; start: (task: Task, password: string) => Promise<boolean> }) {
  const t = useT()
  const textOf = useCommandText()
  const form = useId()
  const [password, setPassword] = useState('')
  const [asking, setAsking] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (asking || password === '') return
    setAsking(true)
    setPassword('')
    await start(task, password)
    setAsking(false)
  }
  return (
    <form id={form} className="k-terminal-add" onSubmit={submit}>
      <Field label={t('terminalDialog.password', { command: textOf(task.command) })} required>
        {(control) => (
          <Input {...control} type="password" autoComplete="current-password" autoFocus value={password} onChange={setPassword} />
        )}
      </Field>
      <Button type="submit" form={form} look="primary" loading={asking} disabled={password === ''}>
        {t('terminalDialog.run')}
      </Button>
    </form>
  )
}

function Said({ output }: { output: Output }) {
  const t = useT()
  if (output.lines.length === 0) return null
  return (
    <pre className="k-terminal" role="log" aria-label={t('terminalDialog.output')} {...scrolledByKeys}>
      {output.lines.join('\n')}
    </pre>
  )
}
