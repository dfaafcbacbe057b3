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
import { type Run, useTerminal } from './useTerminal.ts'

/** The commands of the server, for super administrators: one is chosen, the password given, and the output comes as it is made. */
export function Terminal({ onClose }: { onClose: () => void }) {
  const t = useT()
  const [command, setCommand] = useState<TerminalCommand>('health')
  const [password, setPassword] = useState('')
  const [asking, setAsking] = useState(false)
  const { run, start } = useTerminal()
  const form = useId()
  const busy = asking || run?.status === 'connecting' || run?.status === 'running'
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || password === '') return
    setAsking(true)
    await start(command, password)
    setPassword('')
    setAsking(false)
  }
  const options = terminalCommands.map((one) => ({ value: one, label: `${t(`terminalDialog.commands.${one}`)} · ${one}` }))
  return (
    <Dialog
      open
      title={t('ui.terminal.title')}
      description={t('terminalDialog.text')}
      onClose={onClose}
      footer={
        <Button type="submit" form={form} look="primary" loading={busy} disabled={password === ''}>
          {t('terminalDialog.run')}
        </Button>
      }
    >
      <form id={form} className="k-terminal-form" onSubmit={submit}>
        <Field label={t('terminalDialog.command')} required>
          {(control) => (
            <Select
              {...control}
              value={command}
              options={options}
              onChange={(value) => setCommand(terminalCommands.find((one) => one === value) ?? command)}
            />
          )}
        </Field>
        <Field label={t('terminalDialog.password')} required>
          {(control) => (
            <Input {...control} type="password" autoComplete="current-password" value={password} onChange={setPassword} />
          )}
        </Field>
      </form>
      <Output run={run} />
    </Dialog>
  )
}

function Output({ run }: { run: Run | null }) {
  const t = useT()
  return (
    <>
      <p role="status" className="k-terminal-status">
        {run ? t(`terminalDialog.status.${run.status}`) : t('terminalDialog.waiting')}
      </p>
      {run ? (
        <pre className="k-terminal" role="log" aria-label={t('terminalDialog.output')} {...scrolledByKeys}>
          {run.lines.join('\n')}
        </pre>
      ) : null}
    </>
  )
}
