import { useEffect, useRef, useState } from 'react'
import { cx, type Severity } from '../control.ts'
import { Icon } from '../Icon.tsx'
import { useWords } from '../words.tsx'

export interface ToastItem {
  id: string | number
  severity: Severity
  text: string
  title?: string
  /** Milliseconds it stays; 0: until closed. Default 5000, errors 8000. */
  life?: number
  /** What pressing it does, for example opening the record it is about. */
  action?: { label: string; run: () => void }
  /** A button of its own that takes back what was done. */
  undo?: { label: string; run: () => unknown }
}

export interface ToastListProps {
  toasts: readonly ToastItem[]
  onClose: (id: ToastItem['id']) => void
}

const icons: Record<Severity, string> = {
  info: 'info-circle',
  primary: 'bell',
  success: 'check-circle',
  warning: 'exclamation-triangle',
  danger: 'exclamation-circle',
}

/** Messages, newest last. The list is a live region that stays, so each message is read out once when it comes. */
export function ToastList({ toasts, onClose }: ToastListProps) {
  return (
    <div className="k-toast-list" role="log" aria-live="polite" aria-relevant="additions">
      {toasts.map((toast) => (
        <Toast key={toast.id} toast={toast} onClose={() => onClose(toast.id)} />
      ))}
    </div>
  )
}

function Toast({ toast, onClose }: { toast: ToastItem; onClose: () => void }) {
  const words = useWords()
  const [held, setHeld] = useState(false)
  const close = useRef(onClose)
  close.current = onClose
  const life = toast.life ?? (toast.severity === 'danger' ? 8000 : 5000)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a repeated message changes its text, which restarts the timer
  useEffect(() => {
    if (life === 0 || held) return
    const timer = setTimeout(() => close.current(), life)
    return () => clearTimeout(timer)
  }, [life, held, toast.text])
  return (
    <article
      className={cx('k-toast', `k-toast-${toast.severity}`)}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon name={icons[toast.severity]} className="k-toast-icon" />
      <div className="k-toast-body">
        {toast.title ? <p className="k-toast-title">{toast.title}</p> : null}
        <p>{toast.text}</p>
        {toast.action ? (
          <button
            type="button"
            className="k-btn k-btn-link k-toast-action"
            onClick={() => {
              toast.action?.run()
              onClose()
            }}
          >
            {toast.action.label}
          </button>
        ) : null}
      </div>
      {toast.undo ? (
        <button
          type="button"
          className="k-btn k-btn-link k-toast-undo"
          onClick={() => {
            toast.undo?.run()
            onClose()
          }}
        >
          {toast.undo.label}
        </button>
      ) : null}
      <button type="button" className="k-field-btn" aria-label={words('ui.controls.dismiss')} onClick={onClose}>
        <Icon name="times" />
      </button>
    </article>
  )
}
