import { useEffect, useState } from 'react'
import { useTab } from '../../../context.tsx'
import { isModalOpen } from '../../../ui/overlays/layers.ts'
import { useWords } from '../../../ui/words.tsx'
import './upload.css'

/** Takes files that are dropped or pasted on the screen in front, and shows that they may be dropped while they are held over it. */
export default function DroppedFiles({ onFiles }: { onFiles(files: File[]): void }) {
  const words = useWords()
  const active = useTab()?.active ?? true
  const [over, setOver] = useState(false)
  useEffect(() => {
    if (!active) return
    const listens = new AbortController()
    const { signal } = listens
    const holdsFiles = (event: DragEvent) => !isModalOpen() && (event.dataTransfer?.types.includes('Files') ?? false)
    const take = (list: FileList | undefined): boolean => {
      const files = [...(list ?? [])]
      if (files.length > 0) onFiles(files)
      return files.length > 0
    }
    const onDrag = (event: DragEvent) => {
      if (!holdsFiles(event)) return
      event.preventDefault()
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy'
      setOver(true)
    }
    const onLeave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false)
    }
    const onDrop = (event: DragEvent) => {
      setOver(false)
      if (!holdsFiles(event)) return
      event.preventDefault()
      take(event.dataTransfer?.files)
    }
    const onPaste = (event: ClipboardEvent) => {
      if (!isModalOpen() && take(event.clipboardData?.files)) event.preventDefault()
    }
    document.addEventListener('dragenter', onDrag, { signal })
    document.addEventListener('dragover', onDrag, { signal })
    document.addEventListener('dragleave', onLeave, { signal })
    document.addEventListener('drop', onDrop, { signal })
    document.addEventListener('paste', onPaste, { signal })
    return () => listens.abort()
  }, [active, onFiles])
  return over ? <div className="s-drop-over">{words('ui.listUpload.drop')}</div> : null
}
