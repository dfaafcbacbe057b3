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

/**
 * Puts each table into a box of its own, in which it scrolls where it is wider than the text: its columns keep a width that can be read.
 * Such a box is a stop of the Tab key, for whoever scrolls by keys.
 */
function letTablesScroll(body: HTMLElement): ResizeObserver {
  const watch = new ResizeObserver((boxes) => {
    for (const { target } of boxes)
      if (target.scrollWidth > target.clientWidth) target.setAttribute('tabindex', '0')
      else target.removeAttribute('tabindex')
  })
  for (const table of body.querySelectorAll('table')) {
    const around = document.createElement('div')
    around.className = 'k-rich-scroll'
    around.style.setProperty('--columns', String(Math.max(...Array.from(table.rows, (row) => row.cells.length))))
    table.replaceWith(around)
    around.append(table)
    watch.observe(around)
  }
  return watch
}

/** Rich text to read. The browser cleans it once more, whatever the server did. */
export function RichView({ html, id, labelledBy, describedBy }: RichViewProps) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const body = document.createElement('div')
    body.className = 'ql-editor'
    body.append(cleanNodes(html))
    const watch = letTablesScroll(body)
    box.current?.replaceChildren(body)
    return () => watch.disconnect()
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
