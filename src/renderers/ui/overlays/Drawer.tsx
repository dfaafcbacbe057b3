import { type ReactNode, useId, useRef } from 'react'
import { createPortal } from 'react-dom'
import { cx } from '../control.ts'
import { IconButton } from '../IconButton.tsx'
import { useWords } from '../words.tsx'
import { useModal } from './layers.ts'

export interface DrawerProps {
  open: boolean
  title: ReactNode
  onClose: () => void
  children: ReactNode
  footer?: ReactNode
  side?: 'right' | 'left'
  size?: 'small' | 'medium' | 'large' | 'full'
  /** Default true: drawers mostly show. Forms set it false. */
  shadeCloses?: boolean
  tools?: ReactNode
  /** The title is for screen readers only and there is no head. */
  bare?: boolean
  className?: string
}

/** A panel at the edge of the window, modal like a dialog. */
export function Drawer(props: DrawerProps) {
  return props.open ? createPortal(<Panel {...props} />, document.body) : null
}

function Panel({
  title,
  onClose,
  children,
  footer,
  side = 'right',
  size = 'medium',
  shadeCloses = true,
  tools,
  bare,
  className,
}: DrawerProps) {
  const words = useWords()
  const shade = useRef<HTMLDivElement>(null)
  const titleId = useId()
  useModal(shade, onClose)
  return (
    <div
      ref={shade}
      className="k-shade"
      onPointerDown={(event) => {
        if (shadeCloses && event.target === event.currentTarget) onClose()
      }}
    >
      <section
        role="dialog"
        aria-modal="true"
        aria-labelledby={titleId}
        tabIndex={-1}
        data-autofocus={bare ? '' : undefined}
        className={cx('k-drawer', `k-drawer-${side}`, `k-drawer-${size}`, className)}
      >
        <header className={cx('k-dialog-head', bare && 'sr-only')}>
          <h2 id={titleId} className="k-dialog-title">
            {title}
          </h2>
          {tools}
          {bare ? null : <IconButton icon="times" label={words('ui.controls.close')} onClick={onClose} />}
        </header>
        <div className="k-dialog-body" data-modal-body="">
          {children}
        </div>
        {footer ? <footer className="k-dialog-foot">{footer}</footer> : null}
      </section>
    </div>
  )
}
