import { useEffect, useRef } from 'react'
import type { Key, Option } from '../../ui/control.ts'
import { Sorting, useSorted } from '../../ui/display/Sorting.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { useWords } from '../../ui/words.tsx'
import './ordered.css'

interface OrderedChoicesProps {
  /** What is chosen, in its order. */
  chosen: readonly Option[]
  onChange(keys: Key[]): void
  label: string
}

type Way = 'up' | 'down'

/** What is chosen, one below the other, put in order by buttons, by dragging, or with Space and the arrow keys on the handles. */
export function OrderedChoices({ chosen, onChange, label }: OrderedChoicesProps) {
  const list = useRef<HTMLOListElement>(null)
  const last = useRef<{ key: Key; way: Way } | null>(null)
  const keys = chosen.map(({ value }) => value)
  // The focus stays with what was moved; at an end its other button takes it.
  useEffect(() => {
    const { current } = last
    if (!current || chosen.length === 0) return
    last.current = null
    const item = list.current?.querySelector(`[data-key="${CSS.escape(String(current.key))}"]`)
    const button = (selector: string) => item?.querySelector<HTMLButtonElement>(`${selector}:not(:disabled)`)
    ;(button(`[data-move="${current.way}"]`) ?? button('[data-move]'))?.focus()
  }, [chosen])
  const put = (from: number, to: number) => onChange(moved(keys, from, to))
  const at = (id: string) => keys.findIndex((key) => String(key) === id)
  return (
    <Sorting ids={keys.map(String)} onMove={(id, target) => put(at(id), at(target))}>
      <ol className="s-ordered" aria-label={label} ref={list}>
        {chosen.map((option, i) => (
          <Choice
            key={option.value}
            option={option}
            isFirst={i === 0}
            isLast={i === chosen.length - 1}
            onMove={(way) => {
              last.current = { key: option.value, way }
              put(i, way === 'up' ? i - 1 : i + 1)
            }}
            onRemove={() => onChange(keys.filter((key) => key !== option.value))}
          />
        ))}
      </ol>
    </Sorting>
  )
}

interface ChoiceProps {
  option: Option
  isFirst: boolean
  isLast: boolean
  onMove(way: Way): void
  onRemove(): void
}

function Choice({ option: { value, label, disabled }, isFirst, isLast, onMove, onRemove }: ChoiceProps) {
  const words = useWords()
  const { ref, away, transition, handle } = useSorted(String(value), words('ui.upload.move', { name: label }))
  return (
    <li ref={ref} data-key={value} style={{ transform: away ? `translate(${away.x}px, ${away.y}px)` : undefined, transition }}>
      {handle}
      <span className={disabled ? 's-ordered-name k-off' : 's-ordered-name'}>{label}</span>
      <IconButton
        icon="arrow-up"
        size="small"
        label={`${words('ui.form.moveUp')} ${label}`}
        disabled={isFirst}
        data-move="up"
        onClick={() => onMove('up')}
      />
      <IconButton
        icon="arrow-down"
        size="small"
        label={`${words('ui.form.moveDown')} ${label}`}
        disabled={isLast}
        data-move="down"
        onClick={() => onMove('down')}
      />
      <IconButton icon="times" size="small" label={words('ui.upload.remove', { name: label })} onClick={onRemove} />
    </li>
  )
}

function moved(keys: readonly Key[], from: number, to: number): Key[] {
  const next = [...keys]
  next.splice(to, 0, ...next.splice(from, 1))
  return next
}
