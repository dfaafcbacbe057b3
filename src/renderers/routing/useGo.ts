import { useCallback, useContext } from 'react'
import { UNSAFE_NavigationContext as NavigationContext, type To } from 'react-router-dom'

/** Goes to a path in full. */
export type Go = (path: To) => void

/**
 * The way to other paths, always the same function. react-router's `useNavigate` draws who asks for it again with each change of the address:
 * in the frame that would be the whole menu and all tabs, with each filter, page and order of a list.
 */
export function useGo(): Go {
  const { navigator } = useContext(NavigationContext)
  return useCallback((path) => navigator.push(path), [navigator])
}
