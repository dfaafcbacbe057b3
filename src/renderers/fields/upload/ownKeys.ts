import type { KeyboardEvent } from 'react'

/** Events of a dialog reach the form around it in React's tree; Enter there means something else. */
export const ownKeys = {
  onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter') event.stopPropagation()
  },
}
