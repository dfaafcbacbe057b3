import { useState } from 'react'
import type { LensMatrix } from '../../schemas/api/lens.ts'
import { useRuntime } from '../context.tsx'
import { useUnsaved } from '../form/unsaved.ts'
import { confirm } from '../ui/overlays/confirm.ts'
import { reasonOf, saveRights } from './calls.ts'
import type { T } from './matrix.ts'
import { changesOf, type Rights, rightsOf, type Ticks, ticked } from './rights.ts'

/** Rights of roles that are being edited in the matrix; `rights` is null while they are only looked at. */
export interface Editing {
  rights: Rights | null
  changed: boolean
  saving: boolean
  /** Why they could not be saved; '' otherwise. */
  error: string
  start(): void
  tick(key: string, ticks: Ticks, on: boolean): void
  /** Takes the last tick back. */
  undo: (() => void) | null
  discard(): Promise<void>
  save(): Promise<void>
}

/** Edits the rights of the roles of a matrix; `saved` reads it again. */
export function useRights(t: T, matrix: LensMatrix, saved: () => void): Editing {
  const runtime = useRuntime()
  const [steps, setSteps] = useState<readonly Rights[]>([])
  const [saving, setSaving] = useState(false)
  const [error, setError] = useState('')
  const rights = steps.at(-1) ?? null
  const changes = rights ? changesOf(matrix, rights) : []
  const changed = changes.length > 0
  useUnsaved(changed)
  const end = () => {
    setSteps([])
    setError('')
  }
  return {
    rights,
    changed,
    saving,
    error,
    start: () => setSteps([rightsOf(matrix)]),
    tick: (key, ticks, on) => setSteps((before) => [...before, ticked(before.at(-1) ?? {}, key, ticks, on)]),
    undo: steps.length > 1 ? () => setSteps(steps.slice(0, -1)) : null,
    async discard() {
      const asked = { title: t('lens.edit.discard'), yes: t('lens.edit.discardYes'), danger: true }
      if (!changed || (await confirm(t('lens.edit.discardText'), asked))) end()
    },
    async save() {
      setSaving(true)
      try {
        await saveRights(runtime, changes)
        end()
        saved()
      } catch (failure) {
        setError(reasonOf(failure))
      } finally {
        setSaving(false)
      }
    },
  }
}
