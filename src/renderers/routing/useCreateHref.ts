import { useCallback, useContext } from 'react'
import { UNSAFE_NavigationContext as NavigationContext, type To } from 'react-router-dom'

/** The address in the browser of a path of the front end, for links that are made when they are pressed. */
export function useCreateHref(): (to: To) => string {
  const { navigator } = useContext(NavigationContext)
  return useCallback((to) => navigator.createHref(to), [navigator])
}
