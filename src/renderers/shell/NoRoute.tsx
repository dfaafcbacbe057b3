import { useContext } from 'react'
import { Navigate } from 'react-router-dom'
import { screenAt } from '../../runtime/pageMemory.ts'
import { ScreenIdsContext } from '../context.tsx'
import { useLoad } from '../useLoad.ts'

/** An address of an area that no delivered rule opens: 401 where this product has a screen for it, else 404. `address`: below the area. */
export function NoRoute({ address, from }: { address: string; from: string }) {
  const screenIds = useContext(ScreenIdsContext)
  const { value, error } = useLoad(screenIds, [screenIds])
  if (!value && error === undefined) return null
  const isOfScreen = screenAt(address, (id) => value?.includes(id) === true) !== undefined
  return <Navigate to={isOfScreen ? '/401' : '/404'} replace state={{ from }} />
}
