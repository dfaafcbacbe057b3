import { useEffect, useRef } from 'react'
import type { LensColumn } from '../../schemas/api/lens.ts'
import type { T } from './matrix.ts'
import { type Ticks, tickOf } from './rights.ts'
import type { Editing } from './useRights.ts'

export interface TickBoxesProps {
  t: T
  subjects: readonly LensColumn[]
  editing: Editing
  ticks: Ticks
  /** What is granted: the screen and its action. */
  name: string
}

/** A box for each role whose rights can be edited; cells of the matrix like its marks. Nothing where there is no rule to grant. */
export function TickBoxes({ t, subjects, editing, ticks, name }: TickBoxesProps) {
  const { rights, saving } = editing
  if (rights === null || ticks.own.length === 0) return null
  return subjects.map(({ key, name: role }) => {
    const held = rights[key]
    if (!held) return null
    return (
      <TickBox
        key={key}
        label={t('lens.edit.tick', { name, role })}
        state={tickOf(held, ticks)}
        disabled={saving}
        onChange={(on) => editing.tick(key, ticks, on)}
      />
    )
  })
}

interface TickBoxProps {
  label: string
  state: boolean | 'some'
  disabled: boolean
  onChange(on: boolean): void
}

function TickBox({ label, state, disabled, onChange }: TickBoxProps) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = state === 'some'
  }, [state])
  return (
    <input
      ref={box}
      type="checkbox"
      className="k-check l-tick"
      data-cell=""
      data-tip={label}
      tabIndex={-1}
      aria-label={label}
      checked={state === true}
      disabled={disabled}
      onChange={(event) => onChange(event.target.checked)}
    />
  )
}
