import { type ReactNode, useState } from 'react'
import type { Crud } from '../../../../runtime/crud/crud.ts'
import type { Row } from '../../../../runtime/rows.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { revealed } from '../pressing.ts'

interface MaskedProps {
  crud: Crud
  row: Row
  name: string
  /** The value as the mask shows it. */
  children: ReactNode
}

/** A masked value with the way to the whole one, which is asked of the server, and noted there, once the person agrees. */
export function Masked({ crud, row, name, children }: MaskedProps) {
  const [whole, setWhole] = useState<string | null>(null)
  if (whole !== null) return whole
  return (
    <>
      {children}
      <IconButton
        icon="eye"
        size="small"
        label={crud.loaded.t('actions.reveal.title')}
        onClick={() => void revealed(crud, crud.keyOf(row), name, row).then(setWhole)}
      />
    </>
  )
}
