import { useEffect, useRef, useState } from 'react'
import type { UploadTask } from '../../../../runtime/http/upload.ts'
import { UploadTile } from '../../../fields/upload/UploadTile.tsx'
import { useUploads } from '../../../fields/upload/useUploads.ts'
import { Button } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { DropZone } from '../../../ui/inputs/DropZone.tsx'
import { confirm } from '../../../ui/overlays/confirm.ts'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import type { ListToolProps } from '../listTool.ts'
import { titledList } from '../titles.ts'
import '../../../fields/upload/files.css'
import './upload.css'

/** A file that was chosen, and how it went. */
interface Entry {
  task: UploadTask
  end: 'open' | 'done' | 'failed'
}

/** Uploads files to the list: picks and sends them, reports on each, and reloads the list. */
export default function UploadDialog({ crud, files, onClose }: ListToolProps) {
  const { t } = crud.loaded
  const { entries, start, again, dismiss } = useListUploads(crud)
  const body = useRef<HTMLDivElement>(null)
  const first = useRef(files)
  useEffect(() => {
    if (first.current === null) return
    const given = first.current
    first.current = []
    if (given.length > 0) start(given)
    // The picker opens by itself where the person pressed the button; the browser may want another press.
    else if (navigator.userActivation?.isActive !== false)
      body.current?.querySelector<HTMLInputElement>('input[type=file]')?.click()
  }, [start])
  const open = entries.filter(({ end }) => end === 'open')
  const done = entries.filter(({ end }) => end === 'done').length
  const failed = entries.filter(({ end }) => end === 'failed').length
  const close = async () => {
    if (open.length > 0 && !(await confirm(t('ui.listUpload.leave'), { yes: t('ui.listUpload.leaveYes'), danger: true }))) return
    for (const { task } of open) task.cancel()
    onClose()
  }
  return (
    <Dialog
      open
      title={titledList(crud.loaded, t('actions.upload.title'))}
      onClose={() => void close()}
      footer={<Button onClick={() => void close()}>{t('ui.listUpload.close')}</Button>}
    >
      <div ref={body} className="s-list-upload">
        <DropZone label={t('actions.upload.title')} hint={t('ui.listUpload.hint')} multiple onFiles={start} />
        <p className="s-sub" role="status">
          {entries.length > 0 && t('ui.listUpload.state', { done, all: entries.length })}
          {failed > 0 && ` · ${t('ui.listUpload.failed', { n: failed })}`}
        </p>
        <ul className="s-uploads">
          {entries.map(({ task, end }) =>
            end === 'done' ? (
              <li key={task.id} className="s-upload s-upload-done">
                <Icon name="check" />
                <span className="s-upload-name">{task.state.name}</span>
                <span className="s-sub">{t('ui.listUpload.done')}</span>
              </li>
            ) : (
              <UploadTile key={task.id} task={task} onAgain={() => again(task)} onDismiss={() => dismiss(task)} />
            ),
          )}
        </ul>
      </div>
    </Dialog>
  )
}

/** The files on their way into a list; it is read again when those that were sent together have come to an end. */
function useListUploads(crud: ListToolProps['crud']) {
  const uploads = useUploads()
  const [entries, setEntries] = useState<readonly Entry[]>([])
  const [way] = useState(() => {
    let running = 0
    let stored = 0
    const dismiss = (task: UploadTask) => setEntries((all) => all.filter((each) => each.task !== task))
    const end = (task: UploadTask, how: Entry['end']) =>
      setEntries((all) => all.map((each) => (each.task === task ? { task, end: how } : each)))
    const send = (file: File) => {
      const task = uploads?.start(file, { address: crud.uploadAddress })
      if (!task) return
      running++
      setEntries((all) => [...all, { task, end: 'open' }])
      void task.done.then((kept) => {
        running--
        if (kept) stored++
        if (task.state.status === 'cancelled') dismiss(task)
        else end(task, kept ? 'done' : 'failed')
        if (running > 0 || stored === 0) return
        stored = 0
        void crud.load()
      })
    }
    return {
      dismiss,
      start: (files: readonly File[]) => files.forEach(send),
      again(task: UploadTask) {
        dismiss(task)
        send(task.file)
      },
    }
  })
  return { entries, ...way }
}
