import { type ClipboardEvent, type DragEvent, type ReactNode, useRef, useState } from 'react'
import { Button } from '../Button.tsx'
import { cx } from '../control.ts'

export interface DropZoneProps {
  /** The verb on the button. */
  label: string
  /** What else can be done, beside the button. */
  hint?: string
  /** As in HTML: `.pdf,image/*`. */
  accept?: string
  multiple?: boolean
  disabled?: boolean
  describedBy?: string | undefined
  /** Id of the button, for what leads to it. */
  id?: string
  onFiles: (files: File[]) => void
  /** Further buttons, after the first. */
  children?: ReactNode
}

/** Takes files by a button, by dropping, and by pasting while the focus is inside. */
export function DropZone(props: DropZoneProps) {
  const { label, hint, accept, multiple = false, disabled = false, describedBy, id, children } = props
  const input = useRef<HTMLInputElement>(null)
  const take = (list: FileList | null | undefined): boolean => {
    const files = [...(list ?? [])]
    if (disabled || files.length === 0) return false
    props.onFiles(multiple ? files : files.slice(0, 1))
    return true
  }
  const { over, ...events } = useDrop(take, disabled)
  return (
    <div className={cx('k-drop', over && 'is-over', disabled && 'is-disabled')} {...events}>
      <Button
        id={id}
        icon="upload"
        size="small"
        disabled={disabled}
        aria-describedby={describedBy}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        tabIndex={-1}
        accept={accept || undefined}
        multiple={multiple}
        disabled={disabled}
        onChange={(event) => {
          take(event.target.files)
          event.target.value = '' // the same file may be chosen again
        }}
      />
      {hint && !disabled ? <span className="k-drop-hint">{hint}</span> : null}
      {children}
    </div>
  )
}

/** Whether files are held over the place, and the events by which they come. */
function useDrop(take: (files: FileList) => boolean, disabled: boolean) {
  const [over, setOver] = useState(false)
  const onDrag = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    event.dataTransfer.dropEffect = disabled ? 'none' : 'copy'
    setOver(!disabled)
  }
  return {
    over,
    onDragEnter: onDrag,
    onDragOver: onDrag,
    onDragLeave: () => setOver(false),
    onDrop(event: DragEvent) {
      setOver(false)
      if (!event.dataTransfer.types.includes('Files')) return
      event.preventDefault()
      take(event.dataTransfer.files)
    },
    onPaste(event: ClipboardEvent) {
      if (take(event.clipboardData.files)) event.preventDefault()
    },
  }
}
