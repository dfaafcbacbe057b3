import { useLayoutEffect, useRef } from 'react'
import 'quill/dist/quill.core.css'
import '../../theme/rich.css'
import { cleanNodes } from './purify.ts'

export interface RichViewProps {
  html: string
  id?: string
  labelledBy?: string
  describedBy?: string
}

/** Rich text to read. The browser cleans it once more, whatever the server did. */
export function RichView({ html, id, labelledBy, describedBy }: RichViewProps) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const body = document.createElement('div')
    body.className = 'ql-editor'
    body.append(cleanNodes(html))
    box.current?.replaceChildren(body)
  }, [html])
  return (
    <section
      ref={box}
      id={id}
      aria-labelledby={labelledBy}
      aria-describedby={labelledBy ? describedBy : undefined}
      className="k-rich-view"
    />
  )
}
