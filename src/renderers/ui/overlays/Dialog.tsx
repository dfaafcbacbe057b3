import { type ReactNode, useId, useRef } from 'react'
import { createPortal } from 'react-dom'
import { cx } from '../control.ts'
import { IconButton } from '../IconButton.tsx'
import { useWords } from '../words.tsx'
import { useModal } from './layers.ts'

export interface DialogProps {
  open: boolean
  title: ReactNode
  /** Asked for by Escape, the cross and the shade. The caller may first ask about unsaved input, then set `open` false. */
  onClose: () => void
  children: ReactNode
  footer?: ReactNode
  description?: ReactNode
  size?: 'small' | 'medium' | 'large' | 'full'
  /** A press on the shade closes it too. Default false: forms must not vanish by a slip. */
  shadeCloses?: boolean
  role?: 'dialog' | 'alertdialog'
  /** Buttons in the head, before the cross. */
  tools?: ReactNode
  className?: string
}

/** A modal dialog: focus goes in (first field, or what carries data-autofocus), stays in, and returns. */
export function Dialog(props: DialogProps) {
  return props.open ? createPortal(<Panel {...props} />, document.body) : null
}

/** Both roles take `aria-modal`; a plain section does not. */
const modalOf = (role: 'dialog' | 'alertdialog') => ({ role, 'aria-modal': true })

function Panel({
  title,
  onClose,
  children,
  footer,
  description,
  size = 'medium',
  shadeCloses,
  role = 'dialog',
  tools,
  className,
}: DialogProps) {
  const words = useWords()
  const shade = useRef<HTMLDivElement>(null)
  const titleId = useId()
  const textId = useId()
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
        {...modalOf(role)}
        aria-labelledby={titleId}
        aria-describedby={description ? textId : undefined}
        tabIndex={-1}
        className={cx('k-dialog', `k-dialog-${size}`, className)}
      >
        <header className="k-dialog-head">
          <h2 id={titleId} className="k-dialog-title">
            {title}
          </h2>
          {tools}
          <IconButton icon="times" label={words('ui.controls.close')} onClick={onClose} />
        </header>
        <div className="k-dialog-body" data-modal-body="">
          {description ? (
            <div id={textId} className="k-dialog-text">
              {description}
            </div>
          ) : null}
          {children}
        </div>
        {footer ? <footer className="k-dialog-foot">{footer}</footer> : null}
      </section>
    </div>
  )
}
