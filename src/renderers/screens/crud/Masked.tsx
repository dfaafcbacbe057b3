import { type ReactNode, useState } from 'react'
import type { Crud, Key } from '../../../runtime/crud.ts'
import { IconButton } from '../../ui/IconButton.tsx'

interface MaskedProps {
  crud: Crud
  id: Key
  name: string
  /** The value as the mask shows it. */
  children: ReactNode
}

/** A masked value with the way to the whole one, which is asked of the server and noted there. */
export function Masked({ crud, id, name, children }: MaskedProps) {
  const [whole, setWhole] = useState<string | null>(null)
  if (whole !== null) return whole
  return (
    <>
      {children}
      <IconButton
        icon="eye"
        size="small"
        label={crud.loaded.t('actions.reveal.title')}
        onClick={() => void crud.reveal(id, name).then(setWhole)}
      />
    </>
  )
}
