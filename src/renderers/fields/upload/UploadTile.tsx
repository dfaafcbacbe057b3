import { useEffect, useMemo, useState } from 'react'
import type { UploadTask } from '../../../runtime/http/upload.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { useWords } from '../../ui/words.tsx'
import { sameMembers, useValue } from '../../useValue.ts'

interface UploadTileProps {
  task: UploadTask
  onAgain(): void
  onDismiss(): void
}

/** One file being uploaded: its progress, or why it failed. */
export function UploadTile({ task, onAgain, onDismiss }: UploadTileProps) {
  const words = useWords()
  const { name, status, sent, message, mayRetry } = useValue(task.state, (s) => ({ ...s }), sameMembers)
  const failed = status === 'failed'
  return (
    <li className={failed ? 's-upload is-failed' : 's-upload'}>
      <Thumb file={task.file} />
      <span className="s-upload-what">
        <span className="s-upload-name">{name}</span>
        {failed ? (
          <span className="k-error">
            <Icon name="exclamation-circle" />
            {message}
          </span>
        ) : status === 'waiting' ? (
          <span className="s-sub">{words('ui.upload.waiting')}</span>
        ) : (
          <progress max={1} value={sent} aria-label={words('ui.upload.progress', { name })} />
        )}
      </span>
      {failed && mayRetry && (
        <IconButton icon="refresh" size="small" label={words('ui.upload.again', { name })} onClick={onAgain} />
      )}
      <IconButton
        icon="times"
        size="small"
        label={words(failed ? 'ui.upload.dismiss' : 'ui.upload.cancel', { name })}
        onClick={failed ? onDismiss : task.cancel}
      />
    </li>
  )
}

/** The picture before it is anywhere but here. */
function Thumb({ file }: { file: File }) {
  const [broken, setBroken] = useState(false)
  const address = useMemo(() => (/^image\/(png|jpeg|gif|webp|bmp)$/.test(file.type) ? URL.createObjectURL(file) : ''), [file])
  useEffect(() => () => URL.revokeObjectURL(address), [address])
  return (
    <span className="s-upload-thumb">
      {address && !broken ? <img src={address} alt="" onError={() => setBroken(true)} /> : <Icon name="file" />}
    </span>
  )
}
