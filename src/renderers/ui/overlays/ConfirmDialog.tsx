import { useEffect, useState } from 'react'
import { Button } from '../Button.tsx'
import { useWords } from '../words.tsx'
import { type Question, setQuestionHost } from './confirm.ts'
import { Dialog } from './Dialog.tsx'

/** Shows the questions of `confirm()`, one after the other. Mounted once by the shell. */
export function ConfirmHost() {
  const words = useWords()
  const [queue, setQueue] = useState<Question[]>([])
  useEffect(() => {
    setQuestionHost({
      ask: (question) => setQueue((before) => [...before, question]),
      withdraw: () =>
        setQueue((before) => {
          for (const question of before) question.answer(false) // a second time it does nothing
          return []
        }),
    })
    return () => setQuestionHost(null)
  }, [])
  const now = queue[0]
  if (!now) return null
  const cancel = words('ui.controls.cancel')
  // Where what is asked about is itself a cancelling, two buttons of that name would say the opposite of each other.
  const no = now.no ?? (now.yes === cancel ? words('ui.shell.back') : cancel)
  const yes = now.yes ?? words('ui.controls.ok')
  const answer = (goesAhead: boolean) => {
    setQueue((before) => before.slice(1))
    now.answer(goesAhead)
  }
  return (
    <Dialog
      open
      role="alertdialog"
      size="small"
      title={now.title ?? yes}
      description={now.text}
      onClose={() => answer(false)}
      footer={
        <>
          <Button onClick={() => answer(false)} data-autofocus={now.danger ? '' : undefined}>
            {no}
          </Button>
          <Button
            look={now.danger ? 'danger' : 'primary'}
            onClick={() => answer(true)}
            data-autofocus={now.danger ? undefined : ''}
          >
            {yes}
          </Button>
        </>
      }
    >
      {now.details}
    </Dialog>
  )
}
